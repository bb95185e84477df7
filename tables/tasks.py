"""Celery tasks of tables. Each may run twice."""

from celery import shared_task
from django.utils import timezone

from journal.services.waking import wake_worker
from tables.services import mathematics, opening, upkeep, versions


@shared_task(name=mathematics.TASK, ignore_result=True)
def compute_mathematics() -> None:
    """Compute one result; the next one is a task of its own, so other tasks run in between.

    Requests missing mathematics first; then opens waiting tables and reports problems.
    """
    upkeep.request_missing_mathematics(timezone.now())
    more = mathematics.compute_due(timezone.now())
    opening.open_ready_tables()
    upkeep.report_doubts()
    if more:
        wake_worker(mathematics.TASK)


@shared_task(name="tables.tasks.activate_rules", ignore_result=True)
def activate_rules() -> None:
    """Bring due versions into force, and close the tables whose rules the profile in force does not allow."""
    versions.activate_due(timezone.now())
    opening.close_contradicting_tables(timezone.now())
