"""The SQL of a migration, written without a database."""

from collections.abc import Sequence
from typing import Any

from django.db import connections
from django.db.migrations.loader import MigrationLoader
<<<<<<< HEAD
from psycopg.sql import Literal
=======
from psycopg import sql
>>>>>>> 5c750ee66831648e23a83613ad9681d731ed9b0d

_OLDEST_SERVER = 150000


<<<<<<< HEAD
def _write_values(statement: str, values: Sequence[Any] | None) -> str:
    """Return the statement with its values written into it."""
    return statement % tuple(Literal(value).as_string(None) for value in values or ())


def _comment_out(statement: str) -> str:
    """Return the statement; an operation's description may have several lines, of which Django comments out the first."""
    return statement.replace("\n", "\n-- ") if statement.startswith("-- ") else statement
=======
def _compose(statement: str, values: Sequence[object] | None) -> str:
    return statement % tuple(sql.quote(value) for value in values) if values else statement


def _comment_whole(text: str) -> str:
    """Keep the description of an operation a comment where it has several lines."""
    return text.replace("\n", "\n-- ") if text.startswith("-- ") else text
>>>>>>> 5c750ee66831648e23a83613ad9681d731ed9b0d


def write_statements(app: str, name: str) -> tuple[str, bool]:
    """Return what a migration runs, and whether it runs in one transaction."""
    connection: Any = connections["default"]
<<<<<<< HEAD
    # Django would ask the server for both
    connection.__dict__["pg_version"] = _OLDEST_SERVER
    connection.ops.compose_sql = _write_values
=======
    # Django would ask the server for its version, and to put values into statements
    connection.__dict__["pg_version"] = _OLDEST_SERVER
    connection.ops.compose_sql = _compose
>>>>>>> 5c750ee66831648e23a83613ad9681d731ed9b0d
    loader = MigrationLoader(None)
    migration = loader.get_migration(app, name)
    state = loader.project_state((app, name), at_end=False)
    with connection.schema_editor(collect_sql=True, atomic=False) as editor:
        migration.apply(state, editor, collect_sql=True)
<<<<<<< HEAD
    return "\n".join(map(_comment_out, editor.collected_sql)), migration.atomic
=======
    return "\n".join(map(_comment_whole, editor.collected_sql)), migration.atomic
>>>>>>> 5c750ee66831648e23a83613ad9681d731ed9b0d
