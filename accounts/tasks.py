"""Background work of accounts: each task calls one service, and may run twice."""

from celery import shared_task
from django.utils import timezone

from accounts.mail import services


@shared_task(name=services.TASK, ignore_result=True)
def send_mails() -> None:
    """Send the mails that are due."""
    services.send_due(timezone.now())
