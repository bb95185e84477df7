"""How far tasks have read rows by id: the next rows to read, while the marker is locked.

Ids are drawn before their rows are committed. A task notes the newest id, and reads up to it once no transaction runs that
may still commit an earlier one.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from django.db import models, transaction
from django.utils import timezone

from detection.models import Watermark
from detection.selectors.transactions import does_earlier_run, find_next_transaction


class IdRange(NamedTuple):
    """Ids above `after`, up to `until`."""

    after: int
    until: int


def lock_watermark(name: str) -> Watermark:
    """Return the marker, locked until the transaction ends; waits for who has it."""
    Watermark.objects.get_or_create(name=name)
    return Watermark.objects.select_for_update().get(name=name)


@transaction.atomic
def look_ahead(name: str, rows: models.Manager[Any]) -> None:
    """Note the newest of the rows, unless an earlier one is still noted and not reached."""
    mark = lock_watermark(name)
    if mark.ahead > mark.position:
        return
    newest = rows.order_by("-pk").values_list("pk", flat=True).first() or 0
    mark.ahead, mark.before = newest, find_next_transaction()
    mark.save(update_fields=["ahead", "before"])


@transaction.atomic
def read_next(name: str, read: Callable[[IdRange], int], most: int | None = None) -> int | None:
    """Have `read` read the next rows, at most `most` ids, and move the marker in the same transaction.

    Returns what `read` returned; None if there are no rows that may be read yet.
    """
    mark = lock_watermark(name)
    if mark.position >= mark.ahead or does_earlier_run(mark.before):
        return None
    until = mark.ahead if most is None else min(mark.position + most, mark.ahead)
    count = read(IdRange(mark.position, until))
    mark.position, mark.at = until, timezone.now()
    mark.save(update_fields=["position", "at"])
    return count
