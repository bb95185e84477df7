"""Work queues: each app lists its own, the overview counts them all."""

from collections.abc import Sequence, Set as AbstractSet
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, IntegerField, Model, QuerySet, Value


@dataclass(frozen=True, slots=True)
class Queue:
    """Rows of one kind that wait: the right to look at them, and the page, with its `query`, where they are."""

    key: str
    right: str
    rows: QuerySet[Any]
    page: str
    query: str = ""


def undecided_proposals(model: type[Model]) -> QuerySet[Any]:
    """Proposals without a decision."""
    return model._default_manager.filter(decision=None)  # noqa: SLF001  # Django documents the name


def count_waiting(queues: Sequence[Queue], rights: AbstractSet[str]) -> list[tuple[Queue, int]]:
    """The queues that are not empty and that somebody with these rights may look at, with how many wait. One query."""
    visible = [one for one in queues if one.right in rights]
    if not visible:
        return []
    first, *others = (
        one.rows.order_by()
        .values(n=Value(n, IntegerField()))
        .annotate(rows=Count("pk"))
        .values_list("n", "rows")
        for n, one in enumerate(visible)
    )
    counts = dict(first.union(*others, all=True) if others else first)
    return [(one, counts[n]) for n, one in enumerate(visible) if counts.get(n)]
