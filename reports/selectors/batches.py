"""Rows of a query without an end in sight, in constant memory."""

from collections.abc import Iterator
from typing import Final, TypeVar

from django.db.models import Model, QuerySet

Stored = TypeVar("Stored", bound=Model)
BATCH: Final = 2000


def newest_first(rows: QuerySet[Stored, Stored], *, size: int = BATCH) -> Iterator[Stored]:
    """Every row by its primary key, newest first, a batch a query: nothing stays open between them.

    What is added meanwhile is newer than the first row and is not told. A cursor would hold a transaction for as long as
    somebody's export takes, and vacuum with it.
    """
    rows = rows.order_by("-pk")
    batch = list(rows[:size])
    while batch:
        yield from batch
        if len(batch) < size:
            return
        batch = list(rows.filter(pk__lt=batch[-1].pk)[:size])
