"""The worker's and beat's application: `celery --app config.celery`."""

import os
from typing import Any

from celery import Celery
from celery.signals import beat_init, celeryd_init, setup_logging
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django_structlog.celery.steps import DjangoStructLogInitStep

from config import broker, logs
from config.owner import see_no_owner

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.production")

broker.use()
app = Celery("ligalo")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.steps["worker"].add(DjangoStructLogInitStep)
app.autodiscover_tasks()


@setup_logging.connect
def use_the_projects_logs(**_about: Any) -> None:
    """Celery sets up no logging of its own where this is connected."""
    logs.configure(settings.LOGGING)


@celeryd_init.connect
@beat_init.connect
def refuse_the_owners_role(**_about: Any) -> None:
    """Worker and beat end at once where they were given it; Celery would only log any other exception."""
    try:
        see_no_owner("worker and beat")
    except ImproperlyConfigured as error:
        raise SystemExit(str(error)) from error
