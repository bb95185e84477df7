"""Announcements of new rules to the recent players of a table: before they take effect, once."""

from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.utils import timezone
from django.utils.translation import override
from psycopg import Connection

from accounts.models.letters import Letter
from accounts.models.users import User
from casino.models import Participant
from casino.play.services.betting import place_bet
from compliance.messages.services import rule_announcements
from compliance.models import RulesAnnouncement
from compliance.players.services import letters
from compliance.tasks import announce_rules
from journal.models import Event
from tables.models import RuleSetVersion, Table
from tables.services import versions
from tables.words.help.worth import format_percent
from tests.casino import scenes
from tests.compliance.hands import unguarded
from tests.fixtures.reading import read_in
from tests.tables.house import operator, with_mathematics
from tests.tables.test_versions import approved

pytestmark = pytest.mark.database


def played(table: Table, email: str) -> User:
    """Return a player with one finished round at this table."""
    player = scenes.new_player(email)
    participant = scenes.sit(player, table)
    scenes.play_out(place_bet(player, table, scenes.bet_request(participant)))
    return player


def long_ago(owner: Connection[Any], days: int, player: User) -> None:
    """Move the player's rounds this many days into the past."""
    started = timezone.now() - timedelta(days=days)
    with unguarded(owner, "casino_round"):
        owner.execute(
            "UPDATE casino_round SET started_at = %s WHERE player_id = %s", [started, player.pk]
        )


def scheduled(days: int | None = 1) -> RuleSetVersion:
    """Schedule other rules of the table's family in this many days; None: at once."""
    at = timezone.now() + timedelta(days=days) if days else None
    return versions.schedule_version(approved().pk, at, reason="a fault", acting_user=operator())


def told() -> set[str]:
    return set(Letter.objects.filter(kind="rules").values_list("player__email", flat=True))


@pytest.mark.committed
def test_players_of_thirty_days_are_notified_before_a_rule_change(
    owner_connection: Connection[Any],
) -> None:
    table = scenes.ligalo()
    ana = played(table, "ana@example.test")
    long_ago(owner_connection, 29, ana)
    long_ago(owner_connection, 31, played(table, "bea@example.test"))
    User.objects.filter(pk=ana.pk).update(language="en")
    with_mathematics(table.version.rules, rtp=0.9751)
    version = scheduled()
    announce_rules()
    assert told() == {"ana@example.test"}
    assert letters.mail_letters(timezone.now()) == 1
    step = version.steps.get(to_state="scheduled")
    assert f"{step.effective_at:%H:%M} UTC" in mail.outbox[0].body
    assert "(before: " in mail.outbox[0].body
    with override("en"):
        told_rtp = f"RTP: {format_percent(0.976)} (before: {format_percent(0.9751)})"
    assert told_rtp in mail.outbox[0].body
    assert "ends after the round in play" in mail.outbox[0].body
    client = scenes.signed_in(ana)
    read_in(client, "en")
    page = client.get(f"/messages/account/{Letter.objects.get().pk}/").text
    assert f"{step.effective_at:%H:%M} UTC on, {table.name} has new rules" in page
    assert Event.objects.get(kind="table_rules_told").data["players_told"] == 1


def test_the_task_notifies_each_player_once() -> None:
    played(scenes.ligalo(), "ana@example.test")
    scheduled()
    for _ in range(3):
        announce_rules()
    assert (Letter.objects.count(), RulesAnnouncement.objects.count()) == (1, 1)


def test_announcements_run_in_resumable_batches(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = scenes.ligalo()
    people = {played(table, f"p{n}@example.test").email for n in range(5)}
    monkeypatch.setattr(rule_announcements, "SLICE", 2)
    scheduled()
    rule_announcements.begin_announcements(timezone.now())
    assert rule_announcements.continue_announcements() == 2
    row = RulesAnnouncement.objects.get()
    assert row.told_to == sorted(Participant.objects.values_list("pk", flat=True))[1]
    announce_rules()
    assert told() == people
    row.refresh_from_db()
    assert row.done_at


@pytest.mark.committed
def test_a_rescheduled_change_is_announced_again() -> None:
    ana = played(scenes.ligalo(), "ana@example.test")
    version = scheduled()
    announce_rules()
    versions.unschedule_version(version.pk, reason="too soon", acting_user=operator())
    client: Any = scenes.signed_in(ana)
    read_in(client, "en")
    page = client.get(f"/messages/account/{Letter.objects.get().pk}/").text
    assert "do not take effect as announced" in page
    later = timezone.now() + timedelta(days=9)
    versions.schedule_version(version.pk, later, reason="a fault", acting_user=operator())
    announce_rules()
    assert Letter.objects.count() == 2


def test_a_corrected_fault_applies_at_once_and_is_announced_after() -> None:
    played(scenes.ligalo(), "ana@example.test")
    scheduled(None)
    announce_rules()
    assert told() == {"ana@example.test"}


def test_the_first_rules_of_a_table_and_a_closed_account_are_not_written_to() -> None:
    table = scenes.ligalo()
    ana = played(table, "ana@example.test")
    announce_rules()
    assert not Letter.objects.exists()
    User.objects.filter(pk=ana.pk).update(state="closed")
    scheduled()
    announce_rules()
    assert not Letter.objects.exists()


@pytest.mark.parametrize(
    "state", ["self_excluded", "operator_excluded", "suspended", "locked", "closed"]
)
def test_excluded_players_get_no_mail_about_tables(state: str) -> None:
    table = scenes.ligalo()
    ana = played(table, "ana@example.test")
    played(table, "bea@example.test")
    User.objects.filter(pk=ana.pk).update(state=state)
    scheduled()
    announce_rules()
    assert told() == {"bea@example.test"}


def test_letters_about_rules_wait_behind_those_to_one_player(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = scenes.ligalo()
    ana = played(table, "ana@example.test")
    scheduled()
    announce_rules()
    Letter.objects.create(player=ana, kind=Letter.Kind.VERIFIED)
    monkeypatch.setattr(letters, "BATCH", 1)
    letters.mail_letters(timezone.now())
    assert list(Letter.objects.filter(mailed_at=None).values_list("kind", flat=True)) == ["rules"]
