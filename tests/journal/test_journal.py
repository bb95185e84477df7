from typing import Any

import psycopg
import pytest
from django.db import DatabaseError, connection, transaction
from psycopg import Connection

from journal.models import Event, EventKind, Severity
from journal.operations.append_only import append_only
from journal.services.recording import record
from journal.words.events import WORDS
from journal.words.remedies import REMEDIES

pytestmark = pytest.mark.empty


@pytest.mark.database
def test_an_event_is_written_with_its_severity_and_time() -> None:
    event = record(
        EventKind.ROUND_FROZEN, actor=7, subject="round 1", data={"why": "replay differs"}
    )
    stored = Event.objects.get(pk=event.pk)
    assert (stored.kind, stored.severity, stored.actor_id) == ("round_frozen", Severity.ALARM, 7)
    assert (stored.subject, stored.data) == ("round 1", {"why": "replay differs"})
    assert stored.at.tzinfo is not None


def test_every_kind_has_a_severity() -> None:
    assert {kind.severity for kind in EventKind} == {*Severity}


@pytest.mark.database
def test_an_event_of_no_known_kind_is_not_written() -> None:
    with pytest.raises(ValueError, match="no_such_kind"):
        record("no_such_kind")  # type: ignore[arg-type]  # the test needs an unknown kind
    assert not Event.objects.exists()


@pytest.mark.database
def test_an_event_goes_with_its_transaction() -> None:
    with transaction.atomic():
        record(EventKind.LOGIN_FAILED)
        transaction.set_rollback(True)
    assert not Event.objects.exists()


@pytest.mark.database
@pytest.mark.parametrize(
    "statement",
    ["UPDATE journal_event SET kind = 'x'", "DELETE FROM journal_event", "TRUNCATE journal_event"],
)
def test_the_application_cannot_change_an_event(statement: str) -> None:
    event = record(EventKind.LOGIN_FAILED)
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
    assert Event.objects.get().pk == event.pk
    assert Event.objects.get().kind == "login_failed"


@pytest.mark.committed
def test_the_owner_cannot_change_an_event_either(owner_connection: Connection[Any]) -> None:
    event = record(EventKind.LOGIN_FAILED)
    for statement in (
        "UPDATE journal_event SET kind = 'x'",
        "UPDATE journal_event SET kind = 'x' WHERE false",
        "DELETE FROM journal_event",
        "TRUNCATE journal_event CASCADE",
    ):
        with pytest.raises(psycopg.errors.InsufficientPrivilege, match="append-only"):
            owner_connection.execute(statement)
    assert Event.objects.get().pk == event.pk


@pytest.mark.parametrize("name", ["", "a b", "a;b", 'a"b', "Ab", "a.b"])
def test_only_a_plain_table_name_becomes_a_statement(name: str) -> None:
    with pytest.raises(ValueError, match="plain table name"):
        append_only(name)


def test_every_kind_has_a_sentence_and_every_alarm_says_what_to_do() -> None:
    assert [kind for kind in EventKind if len(str(WORDS[kind])) <= 10] == []
    assert {*REMEDIES} == {kind for kind in EventKind if kind.severity is Severity.ALARM}
