"""A change of a model renders what depends on it, and the migrated tables are those of Django's own rendering."""

from contextlib import nullcontext
from typing import Any, Final

import pytest
from django.core.management import call_command
from django.db import connections, models
from django.db.migrations import AddConstraint, AddField, CreateModel, RunPython
from django.db.migrations.state import ProjectState
from psycopg.sql import SQL, Identifier

from config.testing import current_run
from internals import create_models
from internals.rendered_models import rendering_few_models
from tests.fixtures.database import WorkerDatabase, connected_to
from tests.fixtures.server import drop_database

ID = ("id", models.BigAutoField(primary_key=True))
SHOP = CreateModel("Shop", [ID, ("name", models.TextField())])
TILL = CreateModel("Till", [ID, ("shop", models.ForeignKey("market.Shop", models.PROTECT))])
DRAWER = CreateModel("Drawer", [ID, ("till", models.ForeignKey("market.Till", models.PROTECT))])
STREET = CreateModel("Street", [ID])
STALL = CreateModel("Stall", [], bases=("market.shop",))
ALL = {"Shop", "Till", "Drawer", "Street", "Stall"}


@pytest.fixture
def state() -> ProjectState:
    state = ProjectState()
    for operation in (SHOP, TILL, DRAWER, STREET, STALL):
        operation.state_forwards("market", state)
    assert {model.__name__ for model in state.apps.get_models()} == ALL
    return state


def rendered_by(state: ProjectState, operation: AddConstraint | AddField) -> set[str]:
    """Return the names of the models that an operation renders again."""
    before = {model.__name__: model for model in state.apps.get_models()}
    with rendering_few_models():
        operation.state_forwards("market", state)
    return {
        model.__name__ for model in state.apps.get_models() if model is not before[model.__name__]
    }


RENDERED = (
    ("Shop", {"Shop", "Till", "Drawer", "Stall"}),
    ("Till", {"Till", "Drawer"}),
    ("Drawer", {"Drawer"}),
)


@pytest.mark.parametrize(("changed", "rendered"), RENDERED)
def test_what_points_to_a_changed_model_or_inherits_from_it_is_rendered(
    state: ProjectState, changed: str, rendered: set[str]
) -> None:
    positive = models.CheckConstraint(name="positive", condition=models.Q(id__gt=0))

    assert rendered_by(state, AddConstraint(changed, positive)) == rendered


def test_a_new_relation_points_to_the_rendered_model(state: ProjectState) -> None:
    field = models.ForeignKey("market.Street", models.PROTECT, null=True)

    assert rendered_by(state, AddField("Shop", "street", field)) == RENDERED[0][1]
    street = state.apps.get_model("market", "Shop")._meta.get_field("street")
    assert street.related_model is state.apps.get_model("market", "Street")


def test_code_of_a_migration_finds_reverse_relations(state: ProjectState) -> None:
    rendered_by(state, AddField("Drawer", "note", models.TextField()))
    found: list[Any] = []

    def look(apps: Any, _editor: object) -> None:
        drawer = apps.get_model("market", "Till")._meta.get_field("drawer").related_model
        found.append(drawer._meta.get_field("note"))

    with connections["default"].schema_editor(collect_sql=True) as editor:
        RunPython(look).database_forwards("market", editor, state, state)

    assert len(found) == 1


CATALOGUE: Final = """
    SELECT attrelid::regclass::text, attname, format_type(atttypid, atttypmod), attnotnull::text
    FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
    WHERE relnamespace = 'public'::regnamespace AND attnum > 0 AND NOT attisdropped
    UNION ALL SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid), ''
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace
    UNION ALL SELECT tablename, indexname, indexdef, '' FROM pg_indexes WHERE schemaname = 'public'
    ORDER BY 1, 2, 3, 4
"""


def migrated(worker_database: WorkerDatabase, name: str) -> list[tuple[str, ...]]:
    """Migrate a new database and return its columns, constraints and indexes."""
    database = f"{current_run().database}_{name}"
    worker_database.server.execute(SQL("CREATE DATABASE {}").format(Identifier(database)))
    try:
        with connected_to(connections["owner"], database):
            call_command("migrate", database="owner", interactive=False, verbosity=0)
            with connections["owner"].cursor() as cursor:
                cursor.execute(CATALOGUE)
                found: list[tuple[str, ...]] = cursor.fetchall()
                return found
    finally:
        drop_database(worker_database.server, database)


@pytest.mark.slow
@pytest.mark.committed
def test_the_tables_are_those_of_djangos_own_rendering(
    worker_database: WorkerDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    with rendering_few_models():
        few = migrated(worker_database, "few")
    monkeypatch.setattr(create_models, "rendering_few_models", nullcontext)

    assert few == migrated(worker_database, "all")
    assert len(few) > 1000
