"""The SQL of a migration, written without a database."""

from collections.abc import Sequence
from typing import Any

from django.db import connections
from django.db.migrations.loader import MigrationLoader
from psycopg.sql import Literal

_OLDEST_SERVER = 150000


def _write_values(statement: str, values: Sequence[Any] | None) -> str:
    """Return the statement with its values written into it."""
    return statement % tuple(Literal(value).as_string(None) for value in values or ())


def _comment_out(statement: str) -> str:
    """Return the statement; an operation's description may have several lines, of which Django comments out the first."""
    return statement.replace("\n", "\n-- ") if statement.startswith("-- ") else statement


def write_statements(app: str, name: str) -> tuple[str, bool]:
    """Return what a migration runs, and whether it runs in one transaction."""
    connection: Any = connections["default"]
    # Django would ask the server for both
    connection.__dict__["pg_version"] = _OLDEST_SERVER
    connection.ops.compose_sql = _write_values
    loader = MigrationLoader(None)
    migration = loader.get_migration(app, name)
    state = loader.project_state((app, name), at_end=False)
    with connection.schema_editor(collect_sql=True, atomic=False) as editor:
        migration.apply(state, editor, collect_sql=True)
    return "\n".join(map(_comment_out, editor.collected_sql)), migration.atomic
