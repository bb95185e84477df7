"""Heartbeats of workers and beat, watched by the web processes."""

import logging
import time
from threading import Thread
from typing import Any

from celery import bootsteps
from django.conf import settings
from django.db import DatabaseError, close_old_connections

BEAT = "beat"
MARK_SECONDS = 1.0
_log = logging.getLogger(__name__)


def watch_workers() -> None:
    """Look again and again whether every worker lives, in a thread that ends with the process."""
    if settings.WATCHED_QUEUES:
        Thread(target=_watch, name="watches the workers", daemon=True).start()


def mark_web() -> None:
    """Say once a second that this web process is alive, in a thread that ends with it: clocks of live tables count no time without one."""
    if settings.LEAVE_MARKS:
        Thread(target=_mark, name="marks the web", daemon=True).start()


def _mark() -> None:
    while True:
        leave_web_mark()
        time.sleep(MARK_SECONDS)


def leave_web_mark() -> None:
    """One mark; without a database it is left out, which is an outage."""
    from casino.live.services.outages import leave_mark  # noqa: PLC0415  # as below
    from casino.models import ProcessMark  # noqa: PLC0415  # as below

    try:
        leave_mark(ProcessMark.Kind.WEB)
    except DatabaseError:
        _log.warning("The web's mark could not be left", exc_info=True)
    finally:
        close_old_connections()


def _watch() -> None:
    from journal.services import heartbeats  # noqa: PLC0415  # needs the apps, which this module is read before

    while True:
        time.sleep(heartbeats.interval())
        try:
            heartbeats.tell_of_silence()
        except DatabaseError:
            heartbeats.grace.restart()
            _log.exception("It cannot be seen whether the workers live")
        finally:
            close_old_connections()


class Heartbeats(bootsteps.StartStopStep):
    """Has a worker give heartbeats for its queues while it is connected to the broker and takes tasks."""

    requires = ("celery.worker.consumer.tasks:Tasks",)

    def __init__(self, consumer: Any, **options: Any) -> None:
        self.timer: Any = None
        super().__init__(consumer, **options)

    def start(self, consumer: Any) -> None:
        """Give the first one, then one an interval."""
        from journal.services import heartbeats  # noqa: PLC0415  # as above

        queues = list(consumer.app.amqp.queues.consume_from)
        heartbeats.give_heartbeat(queues)
        self.timer = consumer.timer.call_repeatedly(
            heartbeats.interval(), heartbeats.give_heartbeat, (queues,)
        )

    def stop(self, _consumer: Any) -> None:
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
