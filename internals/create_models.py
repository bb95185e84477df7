"""Migration operation that creates all tables of an app in one step.

Relies on `state_forwards` of an operation only adding to the state. Measured in docs/decisions/0046: an empty database takes
4 s of processor time instead of 20.
"""

from collections.abc import Sequence

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState

from internals.rendered_models import rendering_few_models


class CreateModels(Operation):
    """Create several models and render each of them once.

    Django re-renders all related models after each `CreateModel`, and here nearly all are related
    through the user: one by one, an empty database takes twenty seconds.
    """

    reversible = False

    def __init__(self, operations: Sequence[Operation]) -> None:
        self.operations = operations

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        """Add all models to the state."""
        with rendering_few_models():
            for operation in self.operations:
                operation.state_forwards(app_label, state)

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        """Create the tables in the given order."""
        for operation in self.operations:
            operation.database_forwards(app_label, schema_editor, from_state, to_state)

    def describe(self) -> str:
        """Describe the operation for `migrate --plan`."""
        return "\n".join(operation.describe() for operation in self.operations)
