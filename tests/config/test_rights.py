"""Rights of the application's role, as PostgreSQL reports them."""

import re
from collections.abc import Iterator
from typing import Any, Final, LiteralString

import psycopg
import pytest
from psycopg import Connection
from psycopg.sql import SQL, Identifier

from config.casts import parse_database_url
from config.database import DatabaseRefusal, ensure_role, prepare_database
from config.rights import (
    APPEND_ONLY_TABLES,
    LEDGER_FUNCTIONS,
    LEDGER_TABLES,
    READ_ONLY_TABLES,
)
from config.testing import current_run
from tools.launch.layout import ROOT

ROLE = f"{current_run().name}_app"
RIGHTS = ("SELECT", "INSERT", "UPDATE", "DELETE", "TRUNCATE", "REFERENCES", "TRIGGER", "MAINTAIN")


def tables(owner: Connection[Any]) -> set[str]:
    rows = owner.execute(
        "SELECT relname FROM pg_class WHERE relkind IN ('r', 'p') AND NOT relispartition"
        " AND relnamespace = 'public'::regnamespace"
    )
    return {row[0] for row in rows}


def rights(owner: Connection[Any], table: str) -> set[str]:
    known = RIGHTS if owner.info.server_version >= 170000 else RIGHTS[:-1]
    question = "SELECT has_table_privilege(%s, %s, %s)"
    held = {right: owner.execute(question, [ROLE, table, right]).fetchone() for right in known}
    return {right for right, row in held.items() if row and row[0]}


def updatable(owner: Connection[Any], table: str) -> set[str]:
    rows = owner.execute(
        "SELECT attname FROM pg_attribute WHERE attrelid = %s::regclass AND attnum > 0"
        " AND NOT attisdropped AND has_column_privilege(%s, attrelid, attnum, 'UPDATE')",
        [table, ROLE],
    )
    return {row[0] for row in rows}


@pytest.fixture
def reading_owner(db: None) -> Iterator[Connection[Any]]:
    """Return a connection of the owning role that changes nothing, so the database need not be copied again."""
    with psycopg.connect(current_run().owner_url) as connection:
        connection.read_only = True
        yield connection


def test_every_table_with_special_rights_exists(reading_owner: Connection[Any]) -> None:
    named = {*LEDGER_TABLES, *APPEND_ONLY_TABLES}

    assert named - tables(reading_owner) == set()


def test_the_ledger_can_only_be_read(reading_owner: Connection[Any]) -> None:
    for table in LEDGER_TABLES:
        assert rights(reading_owner, table) == {"SELECT"}, table
        assert updatable(reading_owner, table) == set(), table


def test_no_table_of_the_wallet_is_forgotten(reading_owner: Connection[Any]) -> None:
    named = {*LEDGER_TABLES, *APPEND_ONLY_TABLES}

    assert {name for name in tables(reading_owner) if name.startswith("wallet_")} <= named


def test_partitions_are_reached_through_their_table_only(
    reading_owner: Connection[Any],
) -> None:
    partitions = reading_owner.execute(
        "SELECT relname FROM pg_class WHERE relispartition AND relkind = 'r'"
    ).fetchall()

    assert len(partitions) >= 4
    for (name,) in partitions:
        assert rights(reading_owner, name) == set(), name


def test_append_only_tables_take_rows_and_the_named_columns(
    reading_owner: Connection[Any],
) -> None:
    for table, columns in APPEND_ONLY_TABLES.items():
        assert rights(reading_owner, table) == {"SELECT", "INSERT"}, table
        assert updatable(reading_owner, table) == set(columns), table


def test_ordinary_tables_are_never_truncated_and_migrations_only_read(
    reading_owner: Connection[Any],
) -> None:
    special = {*LEDGER_TABLES, *APPEND_ONLY_TABLES, *READ_ONLY_TABLES}
    for table in tables(reading_owner) - special:
        assert rights(reading_owner, table) == {"SELECT", "INSERT", "UPDATE", "DELETE"}, table
    for table in READ_ONLY_TABLES:
        assert rights(reading_owner, table) == {"SELECT"}


def test_only_the_listed_functions_can_be_called(reading_owner: Connection[Any]) -> None:
    rows = reading_owner.execute(
        "SELECT oid::regprocedure::text FROM pg_proc WHERE pronamespace = 'public'::regnamespace"
        " AND prorettype <> 'trigger'::regtype AND has_function_privilege(%s, oid, 'EXECUTE')",
        [ROLE],
    ).fetchall()
    listed = reading_owner.execute(
        "SELECT to_regprocedure(name)::text FROM unnest(%s::text[]) AS name",
        [list(LEDGER_FUNCTIONS)],
    ).fetchall()

    assert sorted(rows) == sorted(listed)


def test_the_application_owns_nothing_and_is_nobody_special(
    reading_owner: Connection[Any],
) -> None:
    owned = reading_owner.execute(
        "SELECT relname FROM pg_class WHERE pg_get_userbyid(relowner) = %s", [ROLE]
    ).fetchall()
    row = reading_owner.execute(
        "SELECT rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls"
        " FROM pg_roles WHERE rolname = %s",
        [ROLE],
    ).fetchone()

    assert owned == []
    assert row == (False,) * 5


FORBIDDEN: Final[tuple[LiteralString, ...]] = (
    "CREATE TABLE mine (id int)",
    "CREATE TEMPORARY TABLE mine (id int)",
    "CREATE SCHEMA mine",
    "CREATE ROLE mine",
    "SET session_replication_role = replica",
    "ALTER TABLE wallet_entry DISABLE TRIGGER ALL",
    "DELETE FROM wallet_entry",
    "UPDATE wallet_account SET balance = 1",
    "TRUNCATE journal_event",
    "UPDATE journal_event SET kind = kind",
    "DELETE FROM casino_logline",
    "INSERT INTO django_migrations (app, name, applied) VALUES ('a', 'b', now())",
)


def test_the_application_is_refused(committed_db: None) -> None:
    with psycopg.connect(current_run().app_url, autocommit=True) as application:
        for statement in FORBIDDEN:
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                application.execute(statement)


def test_preparing_again_changes_nothing(
    committed_db: None, owner_connection: Connection[Any]
) -> None:
    acl = "SELECT relname, relacl::text FROM pg_class ORDER BY relname"
    before = owner_connection.execute(acl).fetchall()

    prepare_database(parse_database_url(current_run().app_url), verbosity=0)

    assert owner_connection.execute(acl).fetchall() == before


def test_rights_given_by_hand_are_taken_back(
    committed_db: None, owner_connection: Connection[Any]
) -> None:
    owner_connection.execute(SQL("GRANT ALL ON wallet_entry TO {}").format(Identifier(ROLE)))

    prepare_database(parse_database_url(current_run().app_url), verbosity=0)

    assert rights(owner_connection, "wallet_entry") == {"SELECT"}


def test_a_lost_password_is_set_anew(owner_connection: Connection[Any]) -> None:
    name = f"{current_run().database}_lost"
    app = {**parse_database_url(current_run().app_url), "USER": name, "PASSWORD": "the first"}
    ensure_role(owner_connection, app)
    try:
        ensure_role(owner_connection, {**app, "PASSWORD": "the second"})

        url = psycopg.conninfo.make_conninfo(
            current_run().app_url, user=name, password="the second"
        )
        psycopg.connect(url).close()
    finally:
        owner_connection.execute(SQL("DROP ROLE {}").format(Identifier(name)))


def test_an_owner_who_may_not_create_roles_is_told_what_to_run(
    owner_connection: Connection[Any],
) -> None:
    with psycopg.connect(current_run().app_url, autocommit=True) as humble:
        app = {**parse_database_url(current_run().app_url), "USER": "another", "PASSWORD": "x"}
        with pytest.raises(DatabaseRefusal, match='CREATE ROLE "another" LOGIN') as refusal:
            ensure_role(humble, app)

    assert "DATABASE_APP_URL=postgres://another:" in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_the_owner_cannot_serve_as_the_application(owner_connection: Connection[Any]) -> None:
    with pytest.raises(DatabaseRefusal, match="a role of its own"):
        ensure_role(owner_connection, parse_database_url(current_run().owner_url))


def late_rows() -> dict[str, str]:
    """Return what docs/security.md says about late rows, by table."""
    told = (ROOT / "docs" / "security.md").read_text()
    section = told.partition("## Rows that come late")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (`.+?) \| (.+) \|$", section, re.MULTILINE)
    return {name: said for names, said in rows for name in re.findall(r"`([a-z_]+)`", names)}


def test_what_a_late_row_does_is_said_of_every_append_only_table() -> None:
    assert set(late_rows()) == {*APPEND_ONLY_TABLES, "casino_deal", "casino_round"}


def guarded(owner: Connection[Any]) -> set[str]:
    """Return the tables with an enabled INSERT trigger of their own."""
    rows = owner.execute(
        "SELECT DISTINCT relname FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid"
        " WHERE NOT tgisinternal AND tgenabled IN ('O', 'A') AND tgtype & 4 > 0"
    )
    return {row[0] for row in rows}


def unique(owner: Connection[Any]) -> set[str]:
    """Return the tables with a unique index that does not start with `id`."""
    rows = owner.execute(
        "SELECT DISTINCT indrelid::regclass::text FROM pg_index JOIN pg_attribute"
        " ON attrelid = indrelid AND attnum = indkey[0] WHERE indisunique AND attname <> 'id'"
    )
    return {row[0] for row in rows}


def test_a_late_row_that_is_refused_is_refused_by_a_trigger_or_a_unique_index(
    reading_owner: Connection[Any],
) -> None:
    checked, once = guarded(reading_owner), unique(reading_owner)
    said = late_rows()

    refused = {table for table, words in said.items() if words.startswith("refused")}
    assert refused - checked == set()
    assert len(refused) > 30
    decided = {
        table
        for table, words in said.items()
        if table.endswith("decision") or words.startswith(("unique", "one for each"))
    }
    assert decided - once == set()
    assert len(decided) > 10
