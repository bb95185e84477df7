"""The SQL of a migration, written without a database."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import OperationalError, connections
from django.db.migrations import Migration
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ProjectState
from psycopg.sql import Literal

from internals.rendered_models import rendering_few_models

_OLDEST_SERVER = 150000


def _write_values(statement: str, values: Sequence[Any] | None) -> str:
    """Return the statement with its values written into it."""
    return statement % tuple(Literal(value).as_string(None) for value in values or ())


def _comment_out(statement: str) -> str:
    """Return the statement; an operation's description may have several lines, of which Django comments out the first."""
    return statement.replace("\n", "\n-- ") if statement.startswith("-- ") else statement


@dataclass(frozen=True, slots=True)
class MigrationStatements:
    """What a migration runs, and whether it runs in one transaction. `sql` is None if that depends on the database."""

    app: str
    name: str
    sql: str | None
    atomic: bool


def write_statements(wanted: Collection[tuple[str, str]]) -> Iterator[MigrationStatements]:
    """Yield what each of these migrations runs, in the order in which they run."""
    connection: Any = connections["default"]
    # Django would ask the server for both
    connection.__dict__["pg_version"] = _OLDEST_SERVER
    connection.ops.compose_sql = _write_values
    loader = MigrationLoader(None)
    state = ProjectState(real_apps=loader.unmigrated_apps)
    with rendering_few_models():
        for app, name in _plan(loader):
            migration = loader.graph.nodes[app, name]
            if (app, name) not in wanted:
                state = migration.mutate_state(state, preserve=False)
                continue
            sql, state = _apply(migration, state)
            yield MigrationStatements(app, name, sql, migration.atomic)


def _plan(loader: MigrationLoader) -> Iterable[tuple[str, str]]:
    plans = (loader.graph.forwards_plan(leaf) for leaf in loader.graph.leaf_nodes())
    return dict.fromkeys(key for plan in plans for key in plan)


def _apply(migration: Migration, before: ProjectState) -> tuple[str | None, ProjectState]:
    editor: Any
    try:
        with connections["default"].schema_editor(collect_sql=True, atomic=False) as editor:
            after = migration.apply(before.clone(), editor, collect_sql=True)
    except OperationalError:
        return None, migration.mutate_state(before, preserve=False)
    return "\n".join(map(_comment_out, editor.collected_sql)), after
