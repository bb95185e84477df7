"""The SQL of a migration, written without a database."""

from collections.abc import Sequence
from typing import Any

from django.db import connections
from django.db.migrations.loader import MigrationLoader
from psycopg import sql

_OLDEST_SERVER = 150000


def _compose(statement: str, values: Sequence[object] | None) -> str:
    return statement % tuple(sql.quote(value) for value in values) if values else statement


def _comment_whole(text: str) -> str:
    """Keep the description of an operation a comment where it has several lines."""
    return text.replace("\n", "\n-- ") if text.startswith("-- ") else text


def write_statements(app: str, name: str) -> tuple[str, bool]:
    """Return what a migration runs, and whether it runs in one transaction."""
    connection: Any = connections["default"]
    # Django would ask the server for its version, and to put values into statements
    connection.__dict__["pg_version"] = _OLDEST_SERVER
    connection.ops.compose_sql = _compose
    loader = MigrationLoader(None)
    migration = loader.get_migration(app, name)
    state = loader.project_state((app, name), at_end=False)
    with connection.schema_editor(collect_sql=True, atomic=False) as editor:
        migration.apply(state, editor, collect_sql=True)
    return "\n".join(map(_comment_whole, editor.collected_sql)), migration.atomic
