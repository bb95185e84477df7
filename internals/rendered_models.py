"""Migrations that render again only the models that an operation can change.

Relies on `ProjectState._find_reload_model` choosing the models to render again, and on `is_delayed` making RunPython render
all of them. Django also renders what a changed model points to, and what points to that: here nearly all models, through
the user.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from django.db.migrations.state import ProjectState

ModelKey = tuple[str, str]


@contextmanager
def rendering_few_models() -> Iterator[None]:
    """Render, within the block, a changed model and those that point to it or inherit from it."""
    before = ProjectState._find_reload_model  # type: ignore[attr-defined]  # noqa: SLF001  # private
    ProjectState._find_reload_model = _find_dependent_models  # type: ignore[attr-defined]  # noqa: SLF001  # as above
    try:
        yield
    finally:
        ProjectState._find_reload_model = before  # type: ignore[attr-defined]  # noqa: SLF001  # as above


def _find_dependent_models(
    state: ProjectState,
    app_label: str,
    model_name: str,
    delay: bool = False,  # noqa: ARG001, FBT001, FBT002  # as Django calls it
) -> set[ModelKey]:
    """Return the keys of a model and of all that depend on it, directly or through others.

    A migration with code of its own gets all models rendered: the others have reverse relations to the models of before.
    """
    state.is_delayed = True
    found: set[ModelKey] = set()
    pending = [(app_label, model_name)]
    while pending:
        key = pending.pop()
        if key not in found:
            found.add(key)
            pending += _keys_depending_on(state, key)
    return found


def _keys_depending_on(state: ProjectState, key: ModelKey) -> Iterable[ModelKey]:
    yield from (related for related, fields in state.relations.get(key, {}).items() if fields)
    label = ".".join(key)
    for other, model in state.models.items():
        if label in (base.lower() for base in model.bases if isinstance(base, str)):
            yield other
