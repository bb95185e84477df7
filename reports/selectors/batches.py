"""Keyset pagination over large querysets, in constant memory."""

from collections.abc import Iterator
from typing import Final, TypeVar

from django.db.models import Model, QuerySet

Stored = TypeVar("Stored", bound=Model)
BATCH: Final = 2000


def newest_first(rows: QuerySet[Stored, Stored], *, size: int = BATCH) -> Iterator[Stored]:
    """Yield every row by primary key, newest first, one query per batch.

    Rows added meanwhile are left out. A server-side cursor would keep a transaction open for the whole export and
    block vacuum.
    """
    rows = rows.order_by("-pk")
    batch = list(rows[:size])
    while batch:
        yield from batch
        if len(batch) < size:
            return
        batch = list(rows.filter(pk__lt=batch[-1].pk)[:size])
