"""Events and alterations are chained by transaction horizon; each record changed, deleted, added or moved is named."""

import hashlib
import json
import shutil
from datetime import datetime
from typing import Any

import psycopg
import pytest
from django.contrib.auth.models import Group
from django.db import DatabaseError, connection, transaction
from psycopg import Connection

from config.testing import current_run
from journal.models import Alteration, Check, Event, EventKind, Link, Seen
from journal.services import heads
from journal.services.chaining import chain_records, verify_chain
from journal.services.recording import record
from tests.journal.chains import chain_all
from tests.journal.findings import in_english
from tests.threads import at_once
from tests.waiting import wait_for_horizon

Owner = Connection[Any]
pytestmark = [pytest.mark.committed, pytest.mark.empty]


@pytest.fixture(autouse=True)
def nothing_is_recorded_yet(owner_connection: Owner) -> None:
    """Delete the history of the rows that a new house begins with, which these tests do not count."""
    unguarded(owner_connection, "DELETE FROM journal_alteration")


def some() -> list[Event]:
    """Record five events; the third has data."""
    data = {"before": {"b": "ñ", "aa": None}, "after": {"b": 2.50, "aa": [1, "x"]}}
    return [
        record(
            EventKind.ROUND_CANCELLED, actor=7, subject=f"round {n}", data=data if n == 2 else {}
        )
        for n in range(5)
    ]


def findings() -> list[str]:
    return in_english(verify_chain(Check.Occasion.DEMAND).findings)


def unguarded(owner: Owner, *statements: str) -> None:
    """Execute statements as the owner without triggers."""
    tables = ("event", "alteration", "link")
    for table in tables:
        owner.execute(f"ALTER TABLE journal_{table} DISABLE TRIGGER USER")
    for statement in statements:
        owner.execute(statement)
    for table in tables:
        owner.execute(f"ALTER TABLE journal_{table} ENABLE TRIGGER USER")


def test_everything_final_is_chained_once_and_holds() -> None:
    some()
    Group.objects.create(name="new")  # an alteration, and the alarm about an undeclared change
    assert chain_all() == Event.objects.count() + Alteration.objects.count() == 7
    assert chain_records() == 0
    assert [link.n for link in Link.objects.order_by("n")] == list(range(1, 8))
    assert findings() == []
    check = Check.objects.get()
    assert (check.passed, check.details["links"]) == (True, 7)


def test_a_link_is_what_the_documentation_says() -> None:
    event = some()[2]
    chain_all()
    link = Link.objects.get(source="event", row_id=event.pk)
    with connection.cursor() as cursor:
        cursor.execute("SELECT public.journal_record_content('event', %s)::text", [event.pk])
        (content,) = cursor.fetchone() or ("",)
    told = json.loads(content)
    stored = Event.objects.get(pk=event.pk)
    assert told["data"] == stored.data
    assert told["subject"] == "round 2"
    # compared as times: the text has no trailing zeros
    assert datetime.fromisoformat(told["at"]) == stored.at
    text = f"{link.n} event {content}".encode()
    assert hashlib.sha256(bytes(link.previous) + text).digest() == bytes(link.hash)
    assert bytes(Link.objects.get(n=1).previous) == hashlib.sha256(b"").digest()


TAMPERED = {
    "a word of an event": (
        "UPDATE journal_event SET data = data || '{\"why\": 3}' WHERE id = {id}",
        "event {id} (link {n}): not as it was chained",
    ),
    "a null of an event": (
        "UPDATE journal_event SET data = data #- '{{before,aa}}' WHERE id = {id}",
        "event {id} (link {n}): not as it was chained",
    ),
    "the time of an event": (
        "UPDATE journal_event SET at = at + interval '1 microsecond' WHERE id = {id}",
        "event {id} (link {n}): not as it was chained",
    ),
    "the transaction of an event": (
        "UPDATE journal_event SET xact = '99' WHERE id = {id}",
        "event {id} (link {n}): not as it was chained",
    ),
    "an event less": (
        "DELETE FROM journal_event WHERE id = {id}",
        "event {id} (link {n}): was there when it was chained, and is gone",
    ),
    "a link less": (
        "DELETE FROM journal_link WHERE row_id = {id} AND source = 'event'",
        "its link does not follow from the one before",
    ),
    "an event more": (
        (
            "INSERT INTO journal_event (kind, severity, subject, data, xact)"
            " SELECT kind, severity, 'forged', data, xact FROM journal_event WHERE id = {id}"
        ),
        "was put where the chain had passed already",
    ),
    "two events in each other's place": (
        (
            "UPDATE journal_link SET row_id = CASE row_id WHEN {id} THEN {id} + 1 ELSE {id} END"
            " WHERE source = 'event' AND row_id IN ({id}, {id} + 1)"
        ),
        "event {id} (link {after}): not as it was chained",
    ),
}


@pytest.mark.parametrize("change", TAMPERED)
def test_changes_by_a_superuser_raise_an_alarm(change: str, owner_connection: Owner) -> None:
    event = some()[2]
    chain_all()
    assert findings() == []
    n = Link.objects.get(source="event", row_id=event.pk).n
    statement, said = TAMPERED[change]
    if "each other" in change:
        owner_connection.execute("ALTER TABLE journal_link DROP CONSTRAINT journal_link_once")
    unguarded(
        owner_connection,
        statement.replace("{id}", str(event.pk)).replace("{{", "{").replace("}}", "}"),
    )

    found = findings()
    expected = said.format(id=event.pk, n=n, after=n + 1)
    assert [one for one in found if expected in one], found
    alarm = Event.objects.get(kind="journal_broken")
    check = Check.objects.latest("pk")
    assert (alarm.severity, alarm.data["findings"]) == ("alarm", check.findings)
    assert not check.passed


def test_an_alteration_that_is_changed_is_named_too(owner_connection: Owner) -> None:
    Group.objects.create(name="new")
    chain_all()
    unguarded(owner_connection, "UPDATE journal_alteration SET declared = true")
    (found,) = findings()
    assert found.startswith("change ")
    assert "not as it was chained" in found


def rewritten(owner: Owner) -> None:
    """Rebuild the chain over the present rows with its own function."""
    unguarded(owner, "TRUNCATE journal_link")
    wait_for_horizon(
        lambda: Link.objects.count() >= Event.objects.count(),
        meanwhile=lambda: owner.execute("SELECT journal_chain_records(10000)"),
    )


def test_a_chain_that_is_rewritten_differs_from_the_files(owner_connection: Owner) -> None:
    some()
    chain_all()
    unguarded(owner_connection, "UPDATE journal_event SET subject = 'another' WHERE id = 2")
    rewritten(owner_connection)
    found = findings()
    assert any("events-" in one and "says '" in one for one in found), found


def test_an_end_that_is_cut_off_is_missed(owner_connection: Owner) -> None:
    some()
    chain_all()
    last = record(EventKind.ROUND_CANCELLED)
    chain_all()
    assert Link.objects.latest("n").head
    unguarded(
        owner_connection,
        f"DELETE FROM journal_event WHERE id = {last.pk}",  # noqa: S608  # a number from this test
        "DELETE FROM journal_link WHERE n = 6",
    )
    (found,) = findings()
    assert "says '6 " in found
    assert found.endswith("the database nothing")


def test_lost_files_are_reported_until_refilled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    some()
    chain_all()
    record(EventKind.ROUND_CANCELLED)
    chain_all()
    written = list(Link.objects.filter(head=True).order_by("n"))
    assert len(written) >= 2
    copy = heads.heads_folder().parent / "copy"
    shutil.copytree(heads.heads_folder(), copy)
    for path in heads.heads_folder().glob("events-*"):
        path.unlink()
    assert heads.find_differences() == []  # a head may be up to ten minutes late in the files
    monkeypatch.setattr(heads, "WRITTEN_WITHIN", -heads.WRITTEN_WITHIN)
    assert in_english(heads.find_differences()) == [
        f"head {one.n}: in no file as the database has it" for one in written
    ]
    heads.write_missing_heads()
    # more than one missing head is not written automatically
    assert len(heads.find_differences()) == len(written)
    assert heads.refill_heads() == written
    assert Event.objects.get(kind="journal_heads_refilled").data["heads"] == len(written)
    assert heads.find_differences() == []
    assert heads.find_differences(copy) == []
    assert heads.refill_heads() == []


def test_a_torn_line_is_rewritten() -> None:
    some()
    chain_all()
    (path,) = heads.heads_folder().glob("events-*.txt")
    whole = path.read_text()
    path.write_text(whole[:-20])
    chain_records()
    assert heads.find_differences() == []
    assert path.read_text() == whole


def test_a_smaller_number_that_commits_later_is_not_lost() -> None:
    """A transaction begun before a run and committed after it is chained by the next run, whatever its ids."""
    with psycopg.connect(current_run().app_url) as slow:
        slow.execute(
            "INSERT INTO journal_event (kind, severity, subject, data) VALUES ('x', 'info', 'slow', '{}')"
        )
        some()
        assert chain_records() == 0  # nothing is chained past an open transaction
        slow.commit()
    assert chain_all() == 6
    assert findings() == []
    first = Link.objects.get(n=1)
    assert Event.objects.get(pk=first.row_id).subject == "slow"


def test_many_at_once_make_one_chain() -> None:
    some()
    made = at_once(*[chain_records] * 5)
    assert sum(made) + chain_all() == 5
    assert findings() == []


def test_unchained_events_are_reported_after_ten_minutes(owner_connection: Owner) -> None:
    event = some()[0]
    assert findings() == []
    unguarded(
        owner_connection,
        "UPDATE journal_event SET at = at - interval '11 minutes' WHERE subject = 'round 0'",
    )
    assert wait_for_horizon(findings) == [
        f"event {event.pk}: could have been chained ten minutes ago"
    ]
    chain_all()
    assert findings() == []


def test_events_from_another_server_are_reported(owner_connection: Owner) -> None:
    (event, *_) = some()
    unguarded(
        owner_connection, "UPDATE journal_event SET xact = '900000000000' WHERE subject = 'round 0'"
    )
    chain_all(but=1)
    assert findings() == [f"event {event.pk}: is of a transaction that this server has not come to"]


FORBIDDEN = (
    "INSERT INTO journal_link (n, source, row_id, xact, previous, hash) VALUES (9, 'event', 1, '1', '', '')",
    "UPDATE journal_link SET hash = ''",
    "DELETE FROM journal_link",
    "SELECT journal_next_records(5)",
    "UPDATE journal_check SET passed = true",
    "DELETE FROM journal_check",
    "DELETE FROM journal_seen",
)


def test_the_application_writes_no_link_and_changes_no_check() -> None:
    some()
    chain_all()
    before = list(Link.objects.values_list("n", "hash"))
    for statement in FORBIDDEN:
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)
        assert list(Link.objects.values_list("n", "hash")) == before, statement


def test_only_an_alarm_is_seen_and_only_once() -> None:
    alarm, info = record(EventKind.ROUND_FROZEN), record(EventKind.PLAYER_REGISTERED)
    Seen.objects.create(event=alarm, by_id=1, word="looked")
    for event, word in ((info, "x"), (alarm, "again"), (record(EventKind.SHOE_FAILED), "")):
        with pytest.raises(DatabaseError), transaction.atomic():
            Seen.objects.create(event=event, by_id=2, word=word)
    assert Seen.objects.get().word == "looked"
