"""Test databases are copied and dropped only once no client is connected or connecting."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import psycopg
import pytest
from psycopg import Connection
from psycopg.sql import SQL, Identifier

from config.testing import current_run
from tests.fixtures.server import disconnect_all, drop_database, maintenance
from tests.waiting import wait_until

pytestmark = pytest.mark.database

DELAYED = "-c post_auth_delay=2"
"""Seconds that PostgreSQL waits after a client is let in and before it shows as one."""


def connect_late(name: str) -> Connection[Any]:
    return psycopg.connect(current_run().maintenance_url, dbname=name, options=DELAYED)


def is_connecting(server: Connection[Any], name: str) -> bool:
    """Return whether a client that does not show yet holds the lock of the database."""
    found = server.execute(
        """
        SELECT EXISTS (
            SELECT FROM pg_locks JOIN pg_database AS database ON database.oid = objid
            WHERE locktype = 'object' AND classid = 'pg_database'::regclass AND datname = %s
              AND pid NOT IN (SELECT pid FROM pg_stat_activity WHERE datname = %s))
        """,
        [name, name],
    ).fetchone()
    return found == (True,)


def test_a_client_that_is_just_connecting_is_disconnected_too() -> None:
    name = f"{current_run().database}_left"
    with maintenance() as server, ThreadPoolExecutor(1) as threads:
        server.execute(SQL("CREATE DATABASE {}").format(Identifier(name)))
        late = threads.submit(connect_late, name)
        wait_until(lambda: is_connecting(server, name), "nobody is connecting")

        disconnect_all(server, name)

        clients = "SELECT count(*) FROM pg_stat_activity WHERE datname = %s"
        assert server.execute(clients, [name]).fetchone() == (0,)
        with pytest.raises(psycopg.OperationalError):
            late.result().execute("SELECT 1")
        drop_database(server, name)
