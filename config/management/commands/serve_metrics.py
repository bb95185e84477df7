"""`manage.py serve_metrics`: answers Prometheus at METRICS_BIND."""

import signal
from threading import Event
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError

from config.metrics.exporting import make_registry
from config.metrics.serving import serve_until
from journal.management.english_commands import EnglishCommand


class Command(EnglishCommand):
    """Serve metrics of this machine's web, and of the database, until SIGTERM or SIGINT. One on each machine."""

    help = "Answer Prometheus at METRICS_BIND, until stopped."

    def handle(self, *_args: Any, **_options: Any) -> None:
        self.check(tags=["release"], databases=["default"])
        stop = Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: stop.set())
        try:
            serve_until(stop, settings.METRICS_BIND, make_registry(settings.METRICS_FOLDER))
        except (ValueError, OSError) as error:
            raise CommandError(f"METRICS_BIND {error}") from error
