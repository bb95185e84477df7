"""A task that moves money in the worker, and writes down its answer there; the worker of the faults alone knows it."""

from pathlib import Path
from typing import Any

from celery import shared_task

from tools.faults.moves import send
from tools.faults.record import Book, Intent


@shared_task(name="tools.faults.work.move", ignore_result=True)
def move(book: str, intent: dict[str, Any]) -> None:
    """Asks for one transfer. Whoever queued it has written the intent down."""
    mine = Book(Path(book))
    try:
        send(mine, Intent.heard(intent))
    finally:
        mine.close()
