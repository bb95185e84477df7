"""Time-outs and self-exclusions by the player: effective at once, never lifted, only extended, over on time."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.db import DatabaseError, transaction
from django.utils import timezone
from django.utils.translation import override

from accounts.models.letters import Letter
from accounts.models.restrictions import Restriction
from accounts.models.users import State, StateChange, User
from accounts.protection.refusals import (
    BreakAlreadyActive,
    BreakTooLong,
    BreakTooShort,
    ExclusionTooLong,
)
from accounts.protection.selectors.breaks import Break, load_current_break
from accounts.protection.services.exclusion import start_self_exclusion, start_time_out
from accounts.restrictions.refusals import NotRestrictable
from accounts.restrictions.selectors import active_restrictions
from accounts.restrictions.selectors.eligibility import may_play_real_money, may_withdraw
from accounts.restrictions.services import restrictions
from accounts.restrictions.services.states import change_state
from accounts.roles.values import Role
from accounts.values.reasons import OwnReason
from journal.models import Event
from journal.refusals import ChangedMeanwhile, Refusal
from pages.moments import months_later
from tests.accounts.people import ana_confirmed, ana_signs_up, demo
from tests.accounts.staff import staff
from tests.accounts.test_restrictions import Owner, everything, passed, restricted, state_of

pytestmark = pytest.mark.database

DAY = timedelta(days=1)


def in_days(days: float) -> datetime:
    return timezone.now() + timedelta(days=days)


def test_a_time_out_applies_at_once() -> None:
    ana = demo()
    row = start_time_out(ana, 3, key=uuid4())

    assert state_of(ana) == ana.state == State.SELF_EXCLUDED
    assert (row.imposed_by, row.reason) == (ana, OwnReason.TIME_OUT.value)
    assert row.until is not None
    assert abs(row.until - row.at - 3 * DAY) < timedelta(seconds=5)
    assert Letter.objects.get(player=ana).kind == "time_out"
    event = Event.objects.get(kind="player_excluded_self")
    assert (event.actor_id, event.subject) == (ana.pk, f"user {ana.pk}")
    refusal = may_play_real_money(ana)
    assert refusal is not None
    assert refusal.code == "self_excluded"
    assert may_withdraw(ana) is None


def test_an_exclusion_has_an_end_or_none() -> None:
    ana, until = demo(), in_days(200)
    start_self_exclusion(ana, until, key=uuid4())
    assert load_current_break(ana) == Break(until, is_time_out=False)
    start_self_exclusion(ana, None, key=uuid4())
    assert load_current_break(ana) == Break(None, is_time_out=False)
    assert set(Letter.objects.values_list("kind", flat=True)) == {"own_wish"}
    assert StateChange.objects.filter(user=ana, to_state=State.SELF_EXCLUDED).count() == 1


def test_the_refusal_says_what_it_is_and_until_when() -> None:
    """The message names the measure and the latest end; a permanent exclusion has no end.

    The year is far ahead because PostgreSQL's clock decides whether a restriction is active.
    """

    def said() -> str:
        refusal = may_play_real_money(ana)
        assert refusal is not None
        return str(refusal.message)

    ana = demo()
    with (
        time_machine.travel(datetime(2099, 11, 22, 20, 15, tzinfo=UTC), tick=False),
        override("en"),
    ):
        start_time_out(ana, 3, key=uuid4())
        assert said() == (
            "You are taking a time-out until 25 Nov 2099, 20:15 UTC. Withdrawals stay open."
        )
        start_self_exclusion(ana, in_days(31), key=uuid4())
        assert said() == (
            "You have excluded yourself from play until 23 Dec 2099, 20:15 UTC. Withdrawals stay open."
        )
        start_self_exclusion(ana, None, key=uuid4())
        assert said() == "You have excluded yourself from play. Withdrawals stay open."


def test_the_same_form_twice_is_one_break() -> None:
    ana, other, key = demo(), ana_confirmed(), uuid4()
    first = start_time_out(ana, 3, key=key)
    before = everything()
    assert start_time_out(ana, 3, key=key) == first
    with pytest.raises(ChangedMeanwhile):
        start_self_exclusion(ana, None, key=key)
    with pytest.raises(ChangedMeanwhile):
        start_time_out(other, 3, key=key)
    assert everything() == before


@pytest.mark.parametrize(
    ("days", "error"), [(0, BreakTooShort), (-1, BreakTooShort), (31, BreakTooLong)]
)
def test_a_time_out_lasts_one_to_thirty_days(days: int, error: type[Refusal]) -> None:
    ana = demo()
    before = everything()
    with pytest.raises(error):
        start_time_out(ana, days, key=uuid4())
    assert (everything(), state_of(ana)) == (before, State.ACTIVE)


@pytest.mark.parametrize(("days", "error"), [(30, BreakTooShort), (40_000, ExclusionTooLong)])
def test_an_exclusion_is_longer_than_a_time_out(days: int, error: type[Refusal]) -> None:
    ana = demo()
    before = everything()
    with pytest.raises(error):
        start_self_exclusion(ana, in_days(days), key=uuid4())
    assert (everything(), state_of(ana)) == (before, State.ACTIVE)


def test_a_break_is_made_longer_and_never_shorter() -> None:
    ana = demo()
    start_time_out(ana, 7, key=uuid4())
    before = everything()
    with pytest.raises(BreakAlreadyActive):
        start_time_out(ana, 6, key=uuid4())
    assert everything() == before
    start_time_out(ana, 30, key=uuid4())
    start_self_exclusion(ana, in_days(90), key=uuid4())
    start_self_exclusion(ana, None, key=uuid4())
    for shorter in (in_days(3000), None):
        with pytest.raises(BreakAlreadyActive):
            start_self_exclusion(ana, shorter, key=uuid4())
    assert Restriction.objects.filter(player=ana).count() == 4


def test_a_break_cannot_be_ended_early() -> None:
    ana = demo()
    start_time_out(ana, 1, key=uuid4())
    with pytest.raises(Refusal):
        change_state(ana, State.ACTIVE, "wants back", acting_user=ana)
    with pytest.raises(DatabaseError, match="restricted"), transaction.atomic():
        User.objects.filter(pk=ana.pk).update(state=State.ACTIVE)
    with pytest.raises(DatabaseError), transaction.atomic():
        Restriction.objects.update(until=timezone.now())
    assert state_of(ana) == State.SELF_EXCLUDED


def test_the_database_takes_no_own_break_of_less_than_a_day() -> None:
    ana = demo()
    with pytest.raises(DatabaseError, match="lasts at least a day"), transaction.atomic():
        Restriction.objects.create(
            player=ana, kind="self_excluded", until=in_days(0.9), reason="x", imposed_by=ana
        )


@pytest.mark.committed
def test_a_break_ends_on_the_second_and_the_player_is_notified(owner_connection: Owner) -> None:
    ana, until = demo(), in_days(0.9)
    with transaction.atomic():  # ends in less than a day, as if it had begun earlier
        row = Restriction.objects.create(
            player=ana, kind="self_excluded", until=until, reason=OwnReason.TIME_OUT.value
        )
        restrictions.update_state(ana, row.reason, None)
    assert not active_restrictions.find_due_restrictions(until).exists()
    assert not restrictions.end_restriction(row.pk, until)
    passed(owner_connection, row)
    assert row.until is not None
    assert not active_restrictions.find_due_restrictions(
        row.until - timedelta(microseconds=1)
    ).exists()
    assert not restrictions.end_restriction(row.pk, row.until - timedelta(microseconds=1))
    assert list(active_restrictions.find_due_restrictions(row.until)) == [row]
    assert restrictions.end_restriction(row.pk, row.until)
    assert state_of(ana) == State.ACTIVE
    assert Letter.objects.get(player=ana).kind == "over"


def test_the_end_of_a_break_keeps_staff_restrictions() -> None:
    ana = demo()
    start_time_out(ana, 1, key=uuid4())
    restricted(ana)
    assert state_of(ana) == State.SELF_EXCLUDED
    with time_machine.travel(in_days(1.1)):
        row = Restriction.objects.get(kind="self_excluded")
        assert list(active_restrictions.find_due_restrictions(timezone.now())) == [row]


@pytest.mark.parametrize(
    ("begun", "months", "ends"),
    [
        ("2026-08-31T12:00:00", 6, "2027-02-28T12:00:00"),
        ("2027-08-31T23:59:59", 6, "2028-02-29T23:59:59"),
        ("2028-02-29T00:00:00", 12, "2029-02-28T00:00:00"),
        ("2026-12-31T08:30:00", 60, "2031-12-31T08:30:00"),
        ("2026-01-31T08:30:00", 12, "2027-01-31T08:30:00"),
    ],
)
def test_months_end_on_the_same_day_or_the_last_there_is(
    begun: str, months: int, ends: str
) -> None:
    start = datetime.fromisoformat(begun).replace(tzinfo=UTC)
    assert months_later(start, months) == datetime.fromisoformat(ends).replace(tzinfo=UTC)


@pytest.mark.parametrize("zone", ["America/Caracas", "America/Bogota", "Europe/Madrid"])
@pytest.mark.parametrize("night", ["2099-03-28T22:30:00", "2099-10-24T22:30:00"])
def test_summer_time_makes_no_day_shorter_or_longer(zone: str, night: str) -> None:
    """Madrid changes its clocks on these nights; a day of a time-out is still 24 hours."""
    ana, begun = demo(), datetime.fromisoformat(night).replace(tzinfo=ZoneInfo(zone))
    with time_machine.travel(begun, tick=False):
        row = start_time_out(ana, 1, key=uuid4())
    assert row.until is not None
    assert row.until - begun.astimezone(UTC) == DAY


def test_a_pending_player_takes_a_time_out_too() -> None:
    ana = ana_signs_up()
    start_time_out(ana, 2, key=uuid4())
    assert state_of(ana) == State.SELF_EXCLUDED


def test_staff_and_closed_accounts_cannot_take_a_break() -> None:
    ana = ana_confirmed()
    change_state(ana, State.CLOSED, "asked", acting_user=ana)
    for person in (ana, staff(Role.AUDITOR)):
        with pytest.raises(NotRestrictable):
            start_time_out(person, 1, key=uuid4())
    assert not Restriction.objects.exists()
