"""Background tasks: each calls services that are safe to run twice."""

from celery import shared_task
from django.utils import timezone

from cases.services import judgements, returning, scanning, site_holds


@shared_task(name="cases.tasks.scan_flags", ignore_result=True)
def scan_flags() -> None:
    """Hold withdrawals and open cases for the current flags."""
    scanning.scan_flags(timezone.now())


@shared_task(name="cases.tasks.return_due_cases", ignore_result=True)
def return_due_cases() -> None:
    """Return cases whose lock ran out or whose diary date came, bring late holds to the manager, and tell of late judgements."""
    now = timezone.now()
    returning.return_due_cases(now)
    site_holds.escalate_holds(now)
    judgements.report_late_judgements(now)
