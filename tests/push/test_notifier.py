from collections.abc import Iterator

import psycopg
import pytest
from django.db import connection, transaction

from push.notifier import CHANNEL, Notifier, announce_version, notifier
from tests.waiting import NOT_HUNG, wait_until

pytestmark = pytest.mark.committed


@pytest.fixture
def listener(committed_db: None) -> Iterator[psycopg.Connection]:
    own = connection.copy()
    with own.cursor() as cursor:
        cursor.execute(f"LISTEN {CHANNEL}")
    yield own.connection
    own.close()


def _hear(listener: psycopg.Connection, count: int) -> list[str]:
    return [one.payload for one in listener.notifies(timeout=NOT_HUNG, stop_after=count)]


def test_only_committed_versions_are_announced(
    listener: psycopg.Connection,
) -> None:
    with transaction.atomic():
        announce_version(1, 1)
        transaction.set_rollback(True)
    with transaction.atomic():
        announce_version(1, 2)
    notifier.stop()
    assert _hear(listener, 1) == ["1 2"]


def test_only_the_newest_version_within_a_pause_is_sent(
    listener: psycopg.Connection,
) -> None:
    own = Notifier(pause=NOT_HUNG)
    own.announce(1, 1)
    assert _hear(listener, 1) == ["1 1"]
    for version in (2, 4, 3):
        own.announce(1, version)
    own.stop()
    assert _hear(listener, 1) == ["1 4"]


def test_the_notifier_restarts(listener: psycopg.Connection) -> None:
    own = Notifier()
    for version in (1, 2):
        own.announce(9, version)
        own.stop()
    assert _hear(listener, 2) == ["9 1", "9 2"]


def test_the_notifier_reconnects(
    listener: psycopg.Connection, caplog: pytest.LogCaptureFixture
) -> None:
    own = Notifier()
    own.announce(1, 1)
    assert _hear(listener, 1) == ["1 1"]
    listener.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE datname = current_database() AND query LIKE 'SELECT pg_notify%'"
        " AND pid <> pg_backend_pid()"
    )
    own.announce(1, 2)
    wait_until(lambda: caplog.records, "the lost connection was not noticed", seconds=NOT_HUNG)
    own.announce(1, 3)
    own.stop()
    assert _hear(listener, 1) == ["1 3"]
