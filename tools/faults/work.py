"""A task that moves money in the worker and records its answer there; only the faults' worker has it."""

from pathlib import Path
from typing import Any

from celery import shared_task

from tools.faults.moves import send
from tools.faults.record import Book, Intent


@shared_task(name="tools.faults.work.move", ignore_result=True)
def move(book: str, intent: dict[str, Any]) -> None:
    """Request one transfer. The process that queued it has already recorded the intent."""
    mine = Book(Path(book))
    try:
        send(mine, Intent.from_dict(intent))
    finally:
        mine.close()
