"""The two database roles and their rights.

The owner (alias `owner`, DATABASE_URL) migrates. The application's role (DATABASE_APP_URL) owns
nothing: on the ledger it may only SELECT and call the listed functions, on append-only tables it
may insert rows and update the listed columns. Everything here is idempotent.
"""

from collections.abc import Iterable, Mapping
from typing import Any

import psycopg
from django.conf import settings
from django.core.checks import Tags, run_checks
from django.core.management import call_command
from django.db import connections
from psycopg import Connection
from psycopg.sql import SQL, Composable, Composed, Identifier, Literal

from config.poolers import PoolerUnreachable, reconnect_poolers
from config.pooling import NO_POOLER, TIMEOUTS
from config.releases import (
    UnknownRelease,
    database_release,
    record_release,
    require_upgradable,
)
from config.rights import APPEND_ONLY_TABLES, LEDGER_FUNCTIONS, LEDGER_TABLES, READ_ONLY_TABLES
from internals.rendered_models import rendering_few_models

ROLE_SETUP_LOCK = 0x4C696761  # arbitrary; unique among our advisory locks
MIGRATION_LOCK_TIMEOUT = "5s"


class DatabaseRefusal(Exception):
    """The database cannot be prepared; the message says why and what to do."""


def prepare_database(app: Mapping[str, Any], *, verbosity: int = 1) -> None:
    """Migrate the database of alias `owner` and grant the application's rights.

    `app` has the application's connection settings. Runs under an advisory lock. Raises
    DatabaseRefusal.
    """
    with _owner() as owner:
        owner.execute("SELECT pg_advisory_lock(%s)", [ROLE_SETUP_LOCK])
        _require_upgradable(owner)
        ensure_role(owner, app)
        _migrate(verbosity)
        _see_no_errors()
        grant_rights(owner, app["USER"])
        set_timeouts(owner, app["USER"])
        record_release(owner)
    try:
        reconnect_poolers()
    except PoolerUnreachable as error:
        raise DatabaseRefusal(str(error)) from error


def _require_upgradable(owner: Connection[Any]) -> None:
    try:
        require_upgradable(database_release(owner))
    except UnknownRelease as error:
        raise DatabaseRefusal(str(error)) from error


def _migrate(verbosity: int) -> None:
    with connections["owner"].cursor() as cursor:
        # play waits behind a migration that waits for a lock: it fails instead, and is run again
        cursor.execute("SELECT set_config('lock_timeout', %s, false)", [MIGRATION_LOCK_TIMEOUT])
    with rendering_few_models():
        call_command("migrate", database="owner", interactive=False, verbosity=verbosity)


def _see_no_errors() -> None:
    for found in run_checks(tags=[Tags.database], databases=["owner"]):
        if found.is_serious():
            raise DatabaseRefusal(str(found))


def _owner() -> Connection[tuple[Any, ...]]:
    parameters = connections["owner"].get_connection_params()
    own = {key: parameters.get(key) for key in ("dbname", "user", "password", "host", "port")}
    try:
        return psycopg.connect(
            **{key: value for key, value in own.items() if value}, autocommit=True
        )
    except psycopg.OperationalError as error:
        raise DatabaseRefusal(
            f"The database of DATABASE_URL does not answer: {_line(error)}"
        ) from error


def _line(error: Exception) -> str:
    return " ".join(str(error).split())


def ensure_role(owner: Connection[Any], app: Mapping[str, Any]) -> None:
    """Create the application's role if it is missing, and make sure it can log in. Raises DatabaseRefusal."""
    name, password = app["USER"], app["PASSWORD"]
    row = owner.execute("SELECT current_user, current_database()").fetchone()
    if not name or (row and row[0] == name):
        raise DatabaseRefusal("DATABASE_APP_URL must name a role of its own, not the owner's.")
    try:
        if not owner.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [name]).fetchone():
            _run(owner, _role("CREATE", name, _verifier(owner, name, password)))
    except psycopg.errors.InsufficientPrivilege as error:
        raise DatabaseRefusal(_how_to_create(name, row[1] if row else "")) from error
    _see_login(owner, app)


def _verifier(owner: Connection[Any], name: str, password: str) -> str:
    """Compute the SCRAM verifier here: the password itself must not reach a statement log."""
    return owner.pgconn.encrypt_password(
        password.encode(), name.encode(), b"scram-sha-256"
    ).decode()


def _role(verb: str, name: str, verifier: str) -> Composed:
    return SQL("{} ROLE {} LOGIN PASSWORD {}").format(
        SQL(verb), Identifier(name), Literal(verifier)
    )


def _how_to_create(name: str, database: str) -> str:
    return (
        f'The role of DATABASE_URL may not create roles. As an administrator run: CREATE ROLE "{name}"'
        f" LOGIN PASSWORD '<password>'; then set DATABASE_APP_URL="
        f"postgres://{name}:<password>@<host>:<port>/{database}"
    )


def _see_login(owner: Connection[Any], app: Mapping[str, Any]) -> None:
    """Check that the application can log in; reset its password if the owner may."""
    refusal = "The role of DATABASE_APP_URL cannot log in: {}"
    if (reason := _login_error(app)) is None:
        return
    try:
        _run(owner, _role("ALTER", app["USER"], _verifier(owner, app["USER"], app["PASSWORD"])))
    except psycopg.errors.InsufficientPrivilege as error:  # an administrator's role
        raise DatabaseRefusal(refusal.format(reason)) from error
    if (reason := _login_error(app)) is not None:
        raise DatabaseRefusal(refusal.format(reason))


def _login_error(app: Mapping[str, Any]) -> str | None:
    keys = {
        "dbname": "NAME",
        "user": "USER",
        "password": "PASSWORD",
        "host": "HOST",
        "port": "PORT",
    }
    given = {key: app[field] for key, field in keys.items() if app[field]}
    try:
        psycopg.connect(**given, **app["OPTIONS"]).close()
    except psycopg.OperationalError as error:
        return _line(error)
    return None


def grant_rights(owner: Connection[Any], role: str) -> None:
    """Revoke every right from PUBLIC and the role, then grant exactly the declared ones. One transaction."""
    app = Identifier(role)
    with owner.transaction():
        restrict_database(owner, role)
        for table in _tables(owner):
            name = Identifier("public", table)
            _run(owner, SQL("REVOKE ALL ON TABLE {} FROM PUBLIC, {}").format(name, app))
            for right in _rights(table):
                _run(owner, SQL("GRANT {} ON TABLE {} TO {}").format(right, name, app))
        for function, allowed in _functions(owner):
            _run(owner, SQL("REVOKE ALL ON FUNCTION {} FROM PUBLIC, {}").format(function, app))
            if allowed:
                _run(owner, SQL("GRANT EXECUTE ON FUNCTION {} TO {}").format(function, app))


def restrict_database(owner: Connection[Any], role: str) -> None:
    """Set the rights on the database that `owner` is connected to, and on its public schema."""
    row = owner.execute("SELECT current_database()").fetchone()
    restrict_access(owner, str(row[0]) if row else "", role)
    _run(owner, SQL("REVOKE CREATE ON SCHEMA public FROM PUBLIC"))
    _run(owner, SQL("GRANT USAGE ON SCHEMA public TO {}").format(Identifier(role)))


def restrict_access(owner: Connection[Any], name: str, role: str) -> None:
    """Set the rights on the database `name` itself; a copy of a template does not inherit them."""
    database, app = Identifier(name), Identifier(role)
    _run(owner, SQL("REVOKE CREATE, TEMPORARY ON DATABASE {} FROM PUBLIC").format(database))
    _run(owner, SQL("GRANT CONNECT ON DATABASE {} TO {}").format(database, app))


def set_timeouts(owner: Connection[Any], role: str) -> None:
    """Give the role its timeouts in this database: a pooler refuses them as start-up options. Raises DatabaseRefusal."""
    database, app = Identifier(owner.info.dbname), Identifier(role)
    try:
        for name, milliseconds in TIMEOUTS.items():
            statement = SQL("ALTER ROLE {} IN DATABASE {} SET {} = {}")
            _run(owner, statement.format(app, database, Identifier(name), Literal(milliseconds)))
    except psycopg.errors.InsufficientPrivilege as error:
        if settings.DATABASE_POOLING != NO_POOLER:
            raise DatabaseRefusal(_how_to_set(role, owner.info.dbname)) from error


def _how_to_set(role: str, database: str) -> str:
    lines = [
        f'ALTER ROLE "{role}" IN DATABASE "{database}" SET {name} = {milliseconds};'
        for name, milliseconds in TIMEOUTS.items()
    ]
    return f"The role of DATABASE_URL may not change other roles. As an administrator run: {' '.join(lines)}"


def _rights(table: str) -> Iterable[Composable]:
    if table in LEDGER_TABLES or table in READ_ONLY_TABLES:
        return [SQL("SELECT")]
    if table in APPEND_ONLY_TABLES:
        columns = [Identifier(column) for column in APPEND_ONLY_TABLES[table]]
        update = SQL("UPDATE ({})").format(SQL(", ").join(columns))
        return [SQL("SELECT, INSERT"), *([update] if columns else [])]
    return [SQL("SELECT, INSERT, UPDATE, DELETE")]


def _tables(owner: Connection[Any]) -> list[str]:
    """List our tables without partitions, which are only reached through their parent."""
    rows = owner.execute(
        "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace"
        " AND relkind IN ('r', 'p') AND NOT relispartition"
        " AND pg_has_role(relowner, 'USAGE') ORDER BY relname"
    )
    return [row[0] for row in rows]


def _functions(owner: Connection[Any]) -> list[tuple[Composable, bool]]:
    """List our functions with their argument types, and whether the application may call them."""
    rows = owner.execute(
        "SELECT p.oid::regprocedure::text,"
        " p.oid IN (SELECT to_regprocedure(listed) FROM unnest(%s::text[]) AS listed)"
        " FROM pg_proc p"
        " WHERE p.pronamespace = 'public'::regnamespace AND p.prokind = 'f'"
        " AND pg_has_role(p.proowner, 'USAGE') AND NOT EXISTS"
        " (SELECT 1 FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')",
        [list(LEDGER_FUNCTIONS)],
    )
    return [(_signature(name), bool(listed)) for name, listed in rows]


def _signature(quoted: str) -> Composable:
    return SQL(quoted)  # PostgreSQL's own output, already quoted


def _run(connection: Connection[Any], statement: SQL | Composed) -> None:
    connection.execute(statement)
