"""Background tasks of the API: each calls one service and may run twice."""

from typing import Final

from celery import shared_task
from django.utils import timezone

from api.services import link_checks, webhook_delivery, webhook_queue, webhook_retention
from api.services.stored_answers import delete_old_answers as delete_answers

TURNS: Final = 20
"""Batches of one run; beat starts the next run within seconds."""


@shared_task(name="api.tasks.delete_old_answers", ignore_result=True)
def delete_old_answers() -> None:
    delete_answers()


@shared_task(name=webhook_queue.TASK, ignore_result=True, soft_time_limit=240, time_limit=300)
def send_webhooks() -> None:
    """Queue new events for the endpoints, and send what is due."""
    for _turn in range(TURNS):
        queued, sent = webhook_queue.queue_new_events(), webhook_delivery.send_due_webhooks()
        if not queued and not sent:
            return


@shared_task(name="api.tasks.check_links", ignore_result=True)
def check_links() -> None:
    """Check the links that a profile requires."""
    link_checks.check_due_links(timezone.now())


@shared_task(name="api.tasks.delete_old_deliveries", ignore_result=True)
def delete_old_deliveries() -> None:
    while webhook_retention.delete_old_deliveries(timezone.now()):
        pass
