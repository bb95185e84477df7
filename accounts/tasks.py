"""Celery tasks of accounts; each calls one service and is safe to run twice."""

from celery import shared_task
from django.utils import timezone

from accounts.mail import services


@shared_task(name=services.TASK, ignore_result=True)
def send_mails() -> None:
    services.send_due(timezone.now())
