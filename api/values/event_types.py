"""Types of the events that the feed and webhooks carry, and the scope that a type requires."""

from collections.abc import Mapping, Set as AbstractSet
from typing import Final

from api.values.scopes import Scope
from journal.values.kinds import EventKind

REQUIRED_SCOPES: Final[Mapping[EventKind, Scope]] = {
    kind: Scope.CASES_READ for kind in EventKind if kind.value.startswith("case_")
}
"""Types that need a scope besides `events:read`. Without it they are in no page of the feed, no filter and no webhook."""


def hidden_types(scopes: AbstractSet[str]) -> frozenset[EventKind]:
    """Return the types that a caller with these scopes does not see."""
    return frozenset(kind for kind, scope in REQUIRED_SCOPES.items() if scope not in scopes)


def visible_types(scopes: AbstractSet[str]) -> tuple[EventKind, ...]:
    """Return the types that a caller with these scopes sees."""
    hidden = hidden_types(scopes)
    return tuple(kind for kind in EventKind if kind not in hidden)
