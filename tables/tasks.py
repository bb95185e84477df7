"""Background work: each task loads, calls one service, and may run twice."""

from celery import shared_task
from django.utils import timezone

from tables import mathematics


@shared_task(name=mathematics.TASK, ignore_result=True)
def compute_mathematics() -> None:
    """Compute one result that is waited for; the next has a turn of its own, so that other tasks come in between."""
    if mathematics.compute_due(timezone.now()):
        mathematics.nudge()
