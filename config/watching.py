"""Heartbeats of workers and beat, watched by the web processes."""

import logging
import time
from threading import Thread
from typing import Any

from celery import bootsteps
from django.conf import settings
from django.db import DatabaseError, close_old_connections, connections

from config.build_watching import BuildWatch

BEAT = "beat"
MARK_SECONDS = 1.0
_log = logging.getLogger(__name__)


def start_worker_watch() -> None:
    """Check periodically that every worker is alive, in a daemon thread."""
    if settings.WATCHED_QUEUES:
        Thread(target=_watch, name="watches the workers", daemon=True).start()


def start_web_marks() -> None:
    """Record once a second that this web process is alive, in a daemon thread.

    The clocks of live tables do not run without such marks.
    """
    if settings.LEAVE_MARKS:
        Thread(target=_mark, name="marks the web", daemon=True).start()


def watch_server() -> None:
    """Compare database and markers, before a process serves and then once a second."""
    from restores.services import watching  # noqa: PLC0415  # needs the app registry, which loads later

    watching.try_watch_server()
    close_old_connections()


def watch_server_before_fork() -> None:
    """Compare database and marker once, and leave nothing open that forked processes would share."""
    watch_server()
    connections.close_all()
    default: Any = connections["default"]
    default.close_pool()  # closing a connection only returns it to its pool


def _mark() -> None:
    build = BuildWatch()
    while True:
        watch_server()
        record_web_mark()
        build.look()
        time.sleep(MARK_SECONDS)


def record_web_mark() -> None:
    """Record one mark. A database error is logged and the mark is missing, which counts as an outage."""
    from casino.live.services.outages import record_process_mark  # noqa: PLC0415  # as below
    from casino.models import ProcessMark  # noqa: PLC0415  # as below

    try:
        record_process_mark(ProcessMark.Kind.WEB)
    except DatabaseError:
        _log.warning("The web's mark could not be left", exc_info=True)
    finally:
        close_old_connections()


def _watch() -> None:
    from journal.services import heartbeats  # noqa: PLC0415  # needs the app registry, which loads later

    while True:
        time.sleep(heartbeats.heartbeat_interval())
        try:
            heartbeats.record_silent_queues()
        except DatabaseError:
            heartbeats.grace.restart()
            _log.exception("It cannot be seen whether the workers live")
        finally:
            close_old_connections()


class Heartbeats(bootsteps.StartStopStep):
    """Celery bootstep: a worker gives heartbeats for its queues while it is connected and takes tasks."""

    requires = ("celery.worker.consumer.tasks:Tasks",)

    def __init__(self, consumer: Any, **options: Any) -> None:
        self.timer: Any = None
        super().__init__(consumer, **options)

    def start(self, consumer: Any) -> None:
        """Give a heartbeat now and then at every interval."""
        from journal.services import heartbeats  # noqa: PLC0415  # as above

        queues = list(consumer.app.amqp.queues.consume_from)
        heartbeats.write_heartbeat(queues)
        self.timer = consumer.timer.call_repeatedly(
            heartbeats.heartbeat_interval(), heartbeats.write_heartbeat, (queues,)
        )

    def stop(self, _consumer: Any) -> None:
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
