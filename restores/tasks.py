"""Celery tasks of restores. Each may run twice."""

from celery import shared_task
from django.conf import settings

from restores.services.watching import watch_server as watch


@shared_task(name="restores.tasks.watch_server", ignore_result=True)
def watch_server() -> None:
    """Close the installation if the database lost writes; confirm a new server that lost none."""
    if settings.LEAVE_MARKS:
        watch()
