"""Celery tasks of the API; each calls one service and is safe to run twice."""

from celery import shared_task

from api.services.stored_answers import delete_old_answers as delete_answers


@shared_task(name="api.tasks.delete_old_answers", ignore_result=True)
def delete_old_answers() -> None:
    delete_answers()
