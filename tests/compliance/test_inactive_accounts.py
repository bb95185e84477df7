"""Inactive accounts: announced in time, inactive as announced, verified again, over with the next sign-in."""

from datetime import datetime, timedelta

import pytest
from django.core import mail
from django.utils import timezone

from accounts.identity.services.verification import SeenDocument, verify_identity
from accounts.models import InactiveSpell
from accounts.models.letters import Letter
from accounts.models.users import State, User
from accounts.restrictions.selectors.eligibility import may_be_paid, may_play_real_money
from accounts.restrictions.services.states import change_state
from accounts.visits.services.visits import start_visit
from compliance.players.selectors.listing import find_players
from compliance.players.services import inactive_accounts, letters
from compliance.tasks import watch_inactivity
from journal.models import Event
from pages.moments import months_later
from tests.accounts.people import ana_confirmed

pytestmark = pytest.mark.database

NOTICE = timedelta(days=30)


def last_seen(
    months: int, *, email: str = "ana@example.com", later: timedelta = timedelta()
) -> User:
    """Return a verified player who signed in so many months ago for the last time."""
    player = ana_confirmed(email=email, language="en")
    verify_identity(player, SeenDocument("passport seen"))
    at = months_later(timezone.now(), -months) + later
    User.objects.filter(pk=player.pk).update(session_began=at, created_at=at)
    player.refresh_from_db()
    return player


def watch(at: datetime) -> None:
    """Do what the nightly task does, at a time."""
    inactive_accounts.make_accounts_inactive(at)
    inactive_accounts.announce_inactivity(at)


def kinds(player: User) -> list[str]:
    events = Event.objects.filter(subject=f"user {player.pk}", kind__contains="inactiv")
    return list(events.order_by("pk").values_list("kind", flat=True))


@pytest.mark.empty
def test_inactivity_is_announced_before_it_begins() -> None:
    player = last_seen(12, later=NOTICE - timedelta(hours=1))
    last_seen(12, email="bea@example.com", later=NOTICE + timedelta(hours=1))

    watch_inactivity()
    watch_inactivity()

    spell = InactiveSpell.objects.get()
    assert (spell.player, spell.inactive_at, spell.ended_at) == (player, None, None)
    assert spell.due_at >= spell.announced_at + NOTICE
    assert kinds(player) == ["inactivity_announced"]
    assert letters.mail_letters(timezone.now()) == 1
    assert "will be inactive" in mail.outbox[-1].subject
    assert may_play_real_money(player) is None


@pytest.mark.empty
def test_who_does_not_come_back_is_inactive_and_must_be_verified_again() -> None:
    player, now = last_seen(13), timezone.now()
    watch(now)
    watch(now + NOTICE - timedelta(minutes=1))
    assert InactiveSpell.objects.get().inactive_at is None

    watch(now + NOTICE)

    player.refresh_from_db()
    assert InactiveSpell.objects.get().inactive_at == now + NOTICE
    assert player.state == State.ACTIVE
    for refusal in (may_play_real_money(player), may_be_paid(player)):
        assert refusal is not None
        assert refusal.refusal.code.startswith("not_verified")
    assert list(find_players({"activity": "inactive"})) == [player]
    told = list(Letter.objects.order_by("pk").values_list("kind", flat=True))
    assert told == [Letter.Kind.INACTIVE_SOON, Letter.Kind.INACTIVE]
    watch(now + 2 * NOTICE)
    assert kinds(player) == ["inactivity_announced", "account_inactive"]


@pytest.mark.empty
def test_signing_in_ends_it() -> None:
    player, now = last_seen(13), timezone.now()
    watch(now)
    watch(now + NOTICE)

    start_visit(player, "s" * 32, "127.0.0.1", "Firefox")

    spell = InactiveSpell.objects.get()
    assert spell.ended_at is not None
    assert kinds(player)[-1] == "inactive_player_returned"
    assert not find_players({"activity": "inactive"}).exists()
    watch(now + NOTICE)  # seen a moment ago
    assert InactiveSpell.objects.count() == 1


@pytest.mark.empty
def test_signing_in_after_the_letter_changes_nothing_else() -> None:
    player, now = last_seen(13), timezone.now()
    watch(now)

    start_visit(player, "s" * 32, "127.0.0.1", "Firefox")
    watch(now + NOTICE)

    player.refresh_from_db()
    assert InactiveSpell.objects.get().inactive_at is None
    assert player.is_verified
    assert kinds(player) == ["inactivity_announced"]


@pytest.mark.empty
def test_a_sign_in_that_raced_with_the_letter_ends_the_spell() -> None:
    player, now = last_seen(13), timezone.now()
    watch(now)
    User.objects.filter(pk=player.pk).update(session_began=now)

    watch(now + NOTICE)

    spell = InactiveSpell.objects.get()
    assert (spell.inactive_at, spell.ended_at) == (None, now + NOTICE)
    player.refresh_from_db()
    assert player.is_verified


@pytest.mark.empty
def test_closed_accounts_staff_and_test_accounts_are_left_out() -> None:
    gone = last_seen(13)
    change_state(gone, State.CLOSED, "asked", acting_user=None)
    tester = last_seen(13, email="bea@example.com")
    User.objects.filter(pk=tester.pk).update(is_test_account=True)

    watch_inactivity()

    assert not InactiveSpell.objects.exists()


@pytest.mark.empty
def test_funds_are_unclaimed_after_the_time_of_the_profile() -> None:
    long_gone, now = last_seen(61), timezone.now()
    last_seen(59, email="bea@example.com")
    watch(now)
    watch(now + NOTICE)

    assert list(find_players({"activity": "unclaimed"})) == [long_gone]
