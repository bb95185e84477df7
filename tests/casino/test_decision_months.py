"""Decisions in monthly partitions: one per step across months, guarded and checked as in one table."""

import threading
from datetime import timedelta
from typing import Any, Final

import psycopg
import pytest
from django.db import DatabaseError, connection, transaction
from django.utils import timezone
from psycopg import Connection
from psycopg.sql import SQL, Identifier

from casino.models import DECIDED_AFTER, Round
from casino.tasks import make_partitions
from config.testing import current_run
from journal.models import Event, EventKind
from tests.casino import scenes
from tests.waiting import wait_until

Owner = Connection[Any]
DECIDE: Final = (
    "INSERT INTO casino_decision (deal_id, round_id, step, action, amount, amount_usd, by_house, state_hash, made_at)"
    " SELECT deal_id, id, %s, 'stand', 0, 0, false, '', %s FROM casino_round WHERE id = %s"
)


def parts(owner: Owner) -> list[str]:
    rows = owner.execute(
        "SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = 'casino_decision'::regclass"
    )
    return sorted(row[0] for row in rows)


def decide(round_: Round, step: int, after: timedelta = timedelta(0)) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(DECIDE, [step, timezone.now() + after, round_.pk])


@pytest.mark.database
def test_a_step_is_decided_once_even_in_two_months() -> None:
    round_ = scenes.deal(scenes.ordinary)
    decide(round_, 7)
    for after in (timedelta(0), timedelta(days=35), timedelta(days=400)):
        with pytest.raises(DatabaseError) as caught:
            decide(round_, 7, after)
        assert isinstance(caught.value.__cause__, psycopg.errors.UniqueViolation)
        assert caught.value.__cause__.diag.constraint_name == "one_decision_per_step"
    assert list(round_.decisions.values_list("step", flat=True)) == [7]


@pytest.mark.database
def test_a_decision_is_no_month_older_than_its_round() -> None:
    """An older one would be in a partition that play does not read."""
    round_ = scenes.deal(scenes.ordinary)
    decide(round_, 7, timedelta(minutes=1) - DECIDED_AFTER)
    with pytest.raises(DatabaseError):
        decide(round_, 8, -timedelta(minutes=1) - DECIDED_AFTER)


@pytest.mark.committed
def test_of_two_decisions_at_once_the_second_is_refused(owner_connection: Owner) -> None:
    round_ = scenes.deal(scenes.ordinary)
    told: list[BaseException | None] = []

    def second() -> None:
        try:
            with psycopg.connect(current_run().app_url) as other:
                other.execute(DECIDE, [7, timezone.now() + timedelta(days=35), round_.pk])
            told.append(None)
        except psycopg.Error as error:
            told.append(error)

    with psycopg.connect(current_run().app_url) as first:
        first.execute(DECIDE, [7, timezone.now(), round_.pk])
        thread = threading.Thread(target=second)
        thread.start()
        waits = "SELECT count(*) FROM pg_locks WHERE NOT granted AND pid <> pg_backend_pid()"
        wait_until(lambda: owner_connection.execute(waits).fetchone() != (0,), "nobody waits")
    thread.join()
    assert isinstance(told[0], psycopg.errors.UniqueViolation)
    assert round_.decisions.count() == 1


@pytest.mark.committed
def test_missing_months_are_made_with_guards_and_keys(owner_connection: Owner) -> None:
    before = parts(owner_connection)
    about = (
        "SELECT (SELECT array_agg(tgname::text ORDER BY 1) FROM pg_trigger"
        "        WHERE tgrelid = %(name)s::regclass AND NOT tgisinternal),"
        " (SELECT array_agg(contype::text || pg_get_constraintdef(oid) ORDER BY 1) FROM pg_constraint"
        "  WHERE conrelid = %(name)s::regclass AND contype IN ('f', 'p', 'u', 'c'))"
    )
    last = next(name for name in reversed(before) if not name.endswith("_default"))
    known = owner_connection.execute(about, {"name": last}).fetchone()
    owner_connection.execute(SQL("DROP TABLE {}").format(Identifier(last)))

    make_partitions()
    make_partitions()

    assert parts(owner_connection) == before
    assert owner_connection.execute(about, {"name": last}).fetchone() == known
    made = Event.objects.get(kind=EventKind.PARTITIONS_CREATED)
    assert made.data == {"table": "casino_decision", "partitions": 1}
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        owner_connection.execute(SQL("DELETE FROM {}").format(Identifier(last)))


@pytest.mark.database
def test_play_reads_no_older_month() -> None:
    """The plan of a round's record names the partitions that it executes."""
    round_ = scenes.play(scenes.deal(scenes.ordinary), "stand")
    with connection.cursor() as cursor:
        cursor.execute(
            "EXPLAIN (ANALYZE, COSTS off, TIMING off, SUMMARY off) SELECT action FROM casino_decision"
            " WHERE deal_id = %s AND made_at >= (SELECT started_at - interval '31 days' FROM casino_round WHERE id = %s)",
            [round_.deal_id, round_.pk],
        )
        lines = [row[0] for row in cursor.fetchall()]
    oldest = (timezone.now() - timedelta(days=62)).strftime("casino_decision_%Y_%m")
    assert [line for line in lines if oldest in line and "never executed" not in line] == []
    assert any("casino_decision_" in line for line in lines)
