"""Background work: each task loads, calls one service, and may run twice."""

from celery import shared_task
from django.utils import timezone

from journal.services.waking import wake
from tables.services import mathematics, opening, upkeep, versions


@shared_task(name=mathematics.TASK, ignore_result=True)
def compute_mathematics() -> None:
    """Compute one result that is waited for; the next has a turn of its own, so that other tasks come in between.

    What is played and has none is asked for first; what they have against rules that are played is told.
    """
    upkeep.ask_for_played(timezone.now())
    more = mathematics.compute_due(timezone.now())
    opening.open_ready()
    upkeep.tell_of_doubts()
    if more:
        wake(mathematics.TASK)


@shared_task(name="tables.tasks.activate_rules", ignore_result=True)
def activate_rules() -> None:
    """Bring into force the versions whose time has come."""
    versions.activate_due(timezone.now())
