"""`CreateModels` leaves the same migration state as one `CreateModel` per model."""

from django.db import models
from django.db.migrations import CreateModel
from django.db.migrations.state import ProjectState

from internals.create_models import CreateModels

CREATED = [
    CreateModel("Shop", [("id", models.BigAutoField(primary_key=True))]),
    CreateModel(
        "Till",
        [
            ("id", models.BigAutoField(primary_key=True)),
            ("shop", models.ForeignKey("market.shop", models.PROTECT)),
        ],
    ),
]


def test_the_state_has_all_models() -> None:
    one_by_one, at_once = ProjectState(), ProjectState()
    for operation in CREATED:
        operation.state_forwards("market", one_by_one)
    CreateModels(CREATED).state_forwards("market", at_once)

    assert at_once == one_by_one


def test_models_that_were_rendered_before_are_rendered_with_the_new_ones() -> None:
    state = ProjectState()
    assert not list(state.apps.get_models())
    CreateModels(CREATED).state_forwards("market", state)

    till = state.apps.get_model("market", "Till")
    assert till._meta.get_field("shop").related_model is state.apps.get_model("market", "Shop")


def test_a_plan_names_every_model() -> None:
    assert CreateModels(CREATED).describe() == "Create model Shop\nCreate model Till"
