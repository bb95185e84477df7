"""Wake a worker at once instead of waiting for beat."""

from typing import Final

from celery import current_app
from django.db import transaction

_SECONDS: Final = 60
"""Until beat looks by itself: a nudge that waited so long is dropped."""


def wake_worker(task: str) -> None:
    """Queue a task by its name once the transaction is committed. Without a broker nothing is lost: beat comes by."""
    transaction.on_commit(
        lambda: current_app.send_task(task, expires=_SECONDS, retry=False), robust=True
    )
