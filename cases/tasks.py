"""Background tasks: each calls one service and is safe to run twice."""

from celery import shared_task
from django.utils import timezone

from cases.services import scanning


@shared_task(name="cases.tasks.open_cases", ignore_result=True)
def open_cases() -> None:
    scanning.open_cases(timezone.now())


@shared_task(name="cases.tasks.hold_withdrawals", ignore_result=True)
def hold_withdrawals() -> None:
    """Hold withdrawals of players whose score requires it, and bring late holds to the manager."""
    now = timezone.now()
    scanning.hold_withdrawals(now)
    scanning.escalate_holds(now)


@shared_task(name="cases.tasks.return_due_cases", ignore_result=True)
def return_due_cases() -> None:
    """Return cases whose lock ran out or whose diary date came."""
    scanning.return_due_cases(timezone.now())
