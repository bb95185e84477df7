"""Wake a worker without waiting for beat."""

from typing import Final

from celery import current_app
from django.db import transaction

_SECONDS: Final = 60
"""Interval of beat: a task that waited this long is dropped."""


def wake_worker(task: str, *arguments: object) -> None:
    """Queue a task by name after the commit. Without a broker nothing is lost: beat runs it later."""
    transaction.on_commit(
        lambda: current_app.send_task(task, args=arguments, expires=_SECONDS, retry=False),
        robust=True,
    )
