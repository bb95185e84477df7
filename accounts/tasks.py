"""Background work of accounts: each task calls one service, and may run twice."""

from celery import shared_task
from django.utils import timezone

from accounts import outbox


@shared_task(name=outbox.TASK, ignore_result=True)
def send_mails() -> None:
    """Send the mails that are due."""
    outbox.send_due(timezone.now())
