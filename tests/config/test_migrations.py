"""Database after all migrations: nothing left to migrate, and guards that also bind the owner."""

from typing import Any

import pytest
from django.db import connections
from django.db.migrations.executor import MigrationExecutor
from psycopg import Connection

from config.rights import APPEND_ONLY_TABLES, LEDGER_TABLES

pytestmark = pytest.mark.database
BEFORE, DELETE, UPDATE = 2, 8, 16  # pg_trigger.tgtype
BY_RIGHTS_ALONE = {
    "alarms_alarmnotice",
    "alarms_dutyturn",
    "allauth_idp_oidc_client",  # a table of the library
    "casino_hint",
    "casino_origin",
    "compliance_profileannouncement",
    "compliance_rulesannouncement",
    "tables_house",
}
"""Append-only tables without a trigger: only the application role's rights protect them."""


def test_nothing_is_left_to_migrate() -> None:
    executor = MigrationExecutor(connections["default"])

    assert executor.migration_plan(executor.loader.graph.leaf_nodes()) == []


def test_ledger_and_append_only_tables_refuse_changes_by_their_owner(
    owner_connection: Connection[Any],
) -> None:
    guarded = owner_connection.execute(
        "SELECT c.relname, bit_or(t.tgtype::int) FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid"
        " WHERE NOT t.tgisinternal AND t.tgenabled = 'O' AND t.tgtype::int & %s <> 0 GROUP BY 1",
        [BEFORE],
    ).fetchall()
    events = dict(guarded)

    assert {
        table
        for table in (*LEDGER_TABLES, *APPEND_ONLY_TABLES)
        if events.get(table, 0) & (UPDATE | DELETE) != UPDATE | DELETE
    } == BY_RIGHTS_ALONE


def test_every_function_has_a_fixed_search_path(owner_connection: Connection[Any]) -> None:
    open_ones = owner_connection.execute(
        "SELECT p.oid::regprocedure::text FROM pg_proc p"
        " WHERE p.pronamespace = 'public'::regnamespace"
        # SQL-standard bodies are parsed at creation, so a later search_path does not affect them
        " AND p.prosqlbody IS NULL"
        " AND NOT coalesce(p.proconfig::text, '') LIKE '%search_path=pg_catalog%, pg_temp%'"
    ).fetchall()

    assert open_ones == []
