"""Background tasks of alarms: each calls one service and is safe to run twice."""

from celery import shared_task
from django.utils import timezone

from alarms.services import telling, watching


@shared_task(name="alarms.tasks.tell_people", ignore_result=True)
def tell_people() -> None:
    telling.tell_people(timezone.now())


@shared_task(name="alarms.tasks.look_at_watches", ignore_result=True)
def look_at_watches() -> None:
    watching.look_at_watches(timezone.now())
