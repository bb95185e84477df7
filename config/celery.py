"""The Celery application of worker and beat: `celery --app config.celery`."""

import os
import time
from typing import Any

from celery import Celery
from celery.signals import (
    beat_init,
    before_task_publish,
    celeryd_after_setup,
    celeryd_init,
    setup_logging,
    task_failure,
    task_postrun,
    task_prerun,
    worker_process_init,
)
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.utils import timezone
from django_structlog.celery.steps import DjangoStructLogInitStep

from config import logs, traces
from config.build_watching import verify_build_before_fork
from config.owner import require_no_owner_url
from config.poolers import check_pooler
from config.releases import refuse_unknown_release
from config.schedule import QUEUED_AT
from config.watching import Heartbeats, watch_server_before_fork
from internals import file_queue

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.production")

file_queue.register_transport()
app = Celery("ligalo", task_cls="config.closed_tasks:GatedTask")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.steps["worker"].add(DjangoStructLogInitStep)
app.steps["consumer"].add(Heartbeats)
app.autodiscover_tasks()


@setup_logging.connect
def configure_logging(**_about: Any) -> None:
    """Configure the project's logging; with this signal connected, Celery sets up none of its own."""
    logs.configure_logging(settings.LOGGING)


@celeryd_init.connect
@beat_init.connect
def refuse_to_serve(**_about: Any) -> None:
    """Exit at once with the owner's role, another release's database or an unfit pooler; Celery would only log any other exception."""
    try:
        require_no_owner_url("worker and beat")
        refuse_unknown_release("worker and beat")
        check_pooler()
    except ImproperlyConfigured as error:
        raise SystemExit(str(error)) from error


@celeryd_after_setup.connect
def detect_restore(**_about: Any) -> None:
    """Verify the build and detect a restore before the worker takes its first task."""
    verify_build_before_fork()
    watch_server_before_fork()


@before_task_publish.connect
def note_queueing_time(headers: dict[str, Any], **_about: Any) -> None:
    """Note in a task message when it was queued."""
    headers[QUEUED_AT] = time.time()


@celeryd_init.connect
def instrument_worker(**_about: Any) -> None:
    traces.instrument()


@worker_process_init.connect
def export_traces(**_about: Any) -> None:
    traces.export("worker")


@task_prerun.connect
def activate_operator_zone(**_about: Any) -> None:
    """Activate the operator's time zone for mails and files written by a task."""
    from journal.selectors.gaming_days import operator_zone  # noqa: PLC0415  # as below

    timezone.activate(operator_zone(timezone.now()))


@task_postrun.connect
def reset_zone(**_about: Any) -> None:
    """Reset the time zone: the next task reads it again."""
    timezone.deactivate()


@task_failure.connect
def record_failed_task(
    sender: Any = None, exception: BaseException | None = None, **_about: Any
) -> None:
    """Record the exception of a failed task as a program error, unless it is expected and the next run retries."""
    from journal.services.program_errors import is_transient, record_program_error  # noqa: PLC0415  # needs the app registry

    if exception is not None and not is_transient(exception):
        record_program_error(exception, str(getattr(sender, "name", sender)))
