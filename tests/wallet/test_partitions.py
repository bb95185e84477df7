"""Monthly partitions of the entries: made in advance, with the table's guards and privileges."""

import logging
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.db import connection, transaction
from psycopg import Connection
from psycopg.sql import SQL, Identifier

from journal.models import Event, EventKind
from journal.services.months import report_missing_months
from tests.wallet.ledger import ask, at_once, funded, rows, staked, usd
from wallet.ledger.refusals import LedgerUnprepared
from wallet.ledger.selectors import funds
from wallet.ledger.selectors.reconciliation import find_broken_lines
from wallet.ledger.services import movements
from wallet.ledger.services.partitions import make_partitions

Owner = Connection[Any]
MISSING, OVERFLOWS = EventKind.PARTITION_MISSING, EventKind.PARTITION_OVERFLOWS
MADE = (
    'SELECT array_agg(inhrelid::regclass::text ORDER BY inhrelid::regclass::text COLLATE "C")'
    " FROM pg_inherits WHERE inhparent = 'wallet_entry'::regclass"
)
DEFAULT = "wallet_entry_default"


def months(count: int, first: int = 0) -> list[str]:
    """Return the partition names from month `first` to before month `count`, counted from this month."""
    now = datetime.now(UTC)
    numbers = [now.year * 12 + now.month - 1 + ahead for ahead in range(first, count)]
    return [f"wallet_entry_{number // 12:04}_{number % 12 + 1:02}" for number in numbers]


def drop(owner: Owner, *names: str) -> None:
    for name in names:
        owner.execute(SQL("DROP TABLE {}").format(Identifier(name)))


@pytest.mark.database
def test_three_months_ahead_are_there_from_the_start() -> None:
    """Also two past months, in case a clock is set back, and the default partition."""
    assert ask(MADE) == [*months(4, first=-2), DEFAULT]
    assert make_partitions() == 0


@pytest.mark.committed
def test_the_application_makes_what_is_missing_and_no_more(owner_connection: Owner) -> None:
    drop(owner_connection, *months(4)[1:])
    assert make_partitions() == 3
    assert ask(MADE) == [*months(4, first=-2), DEFAULT]
    made = Event.objects.get(kind=EventKind.PARTITIONS_CREATED)
    assert made.data == {"table": "wallet_entry", "partitions": 3}


@pytest.mark.committed
def test_many_workers_at_once_make_each_month_once(owner_connection: Owner) -> None:
    drop(owner_connection, *months(4)[1:])
    assert sorted(at_once(6, lambda _: make_partitions())) == [0, 0, 0, 0, 0, 3]


@pytest.mark.committed
def test_a_new_month_has_guards_indexes_and_no_rights_of_its_own(owner_connection: Owner) -> None:
    first, last = months(4)[0], months(4)[-1]
    about = {
        "trigger": "SELECT array_agg(tgname || tgtype ORDER BY tgname) FROM pg_trigger"
        " WHERE tgrelid = %(name)s::regclass",
        "indexes": "SELECT array_agg(indkey::text || coalesce(pg_get_expr(indpred, indrelid), '')"
        " || (SELECT count(*) FROM pg_inherits WHERE inhrelid = indexrelid) ORDER BY 1)"
        " FROM pg_index WHERE indrelid = %(name)s::regclass",
        "rights": "SELECT array_agg(acl::text) FROM pg_class, unnest(relacl) AS acl"
        " WHERE oid = %(name)s::regclass AND NOT starts_with(acl::text, pg_get_userbyid(relowner))",
    }
    before = {name: ask(query, {"name": first}) for name, query in about.items()}
    drop(owner_connection, last)
    make_partitions()
    assert {name: ask(query, {"name": last}) for name, query in about.items()} == before
    assert before["rights"] is None
    assert len(before["indexes"]) == 2


@pytest.mark.committed
def test_a_month_is_made_while_a_transfer_is_not_yet_committed(owner_connection: Owner) -> None:
    ana = funded()
    drop(owner_connection, months(4)[-1])
    with transaction.atomic():
        staked(ana, "1.00")
        owner_connection.execute("SET lock_timeout = '2s'")
        owner_connection.execute("SELECT wallet_make_partitions()")
    assert funds.balance(ana) == usd("99.00")


@pytest.mark.breaks_the_ledger("it has no place for this month")
@pytest.mark.committed
def test_a_month_without_a_partition_moves_nothing(
    owner_connection: Owner, caplog: pytest.LogCaptureFixture
) -> None:
    ana = funded()
    for name in (months(1)[0], DEFAULT):
        owner_connection.execute(
            SQL("ALTER TABLE wallet_entry DETACH PARTITION {}").format(Identifier(name))
        )
    before = rows()
    logging.getLogger("wallet").propagate = True
    with caplog.at_level(logging.CRITICAL), pytest.raises(LedgerUnprepared), transaction.atomic():
        movements.hold_stake(ana, usd("1.00"), key=uuid4(), round_id=uuid4())
    assert rows() == before
    assert "make_partitions" in caplog.text
    named = {line.line for line in find_broken_lines()}
    assert "the months to come have their partition" in named


@pytest.mark.breaks_the_ledger("it has no place for this month")
@pytest.mark.committed
def test_entries_of_a_forgotten_month_are_kept_and_raise_an_alarm(owner_connection: Owner) -> None:
    assert report_missing_months() == 0
    ana = funded()
    owner_connection.execute(
        SQL("ALTER TABLE wallet_entry DETACH PARTITION {}").format(Identifier(months(1)[0]))
    )
    staked(ana, "1.00")

    assert report_missing_months() == 2
    assert report_missing_months() == 2  # the alarm of a day is raised once
    alarms = Event.objects.filter(kind__in=[MISSING, OVERFLOWS]).order_by("pk")
    assert [(one.kind, one.data) for one in alarms] == [
        (MISSING, {"table": "wallet_entry", "month": datetime.now(UTC).strftime("%Y-%m")}),
        (OVERFLOWS, {"table": "wallet_entry"}),
    ]
    assert funds.balance(ana) == usd("99.00")


def test_the_task_runs_every_day() -> None:
    entry = settings.CELERY_BEAT_SCHEDULE["create ledger partitions"]
    assert (entry["task"], entry["schedule"]) == ("wallet.tasks.make_partitions", 86400.0)


@pytest.mark.database
def test_the_task_makes_them() -> None:
    from wallet.tasks import make_partitions as task  # noqa: PLC0415 - celery is configured by then

    task()
    with connection.cursor() as cursor:
        cursor.execute(MADE)
        assert cursor.fetchone()[0] == [*months(4, first=-2), DEFAULT]
