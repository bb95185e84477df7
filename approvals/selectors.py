"""Work queues of the staff: each app lists its own, the overview counts them all."""

from collections.abc import Sequence, Set as AbstractSet
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, IntegerField, Model, QuerySet, Value


@dataclass(frozen=True, slots=True)
class Queue:
    """Waiting rows of one kind. `right` is needed to see them; `page` and `query` lead to their list."""

    key: str
    right: str
    rows: QuerySet[Any]
    page: str
    query: str = ""


def undecided_proposals(model: type[Model]) -> QuerySet[Any]:
    """Return the proposals of this model without a decision."""
    return model._default_manager.filter(decision=None)  # noqa: SLF001  # Django documents the name


def count_waiting(queues: Sequence[Queue], rights: AbstractSet[str]) -> list[tuple[Queue, int]]:
    """Return the non-empty queues visible with these rights, each with its row count. One query."""
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
