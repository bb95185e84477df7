"""Heartbeats of workers and beat; the web process reports missing ones.

The main process of a worker sends them, so a long task delays none.
"""

import logging
import platform
import time
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

import psycopg
from django.conf import settings
from django.db import connection, connections
from django.utils import timezone

from journal.models import EventKind
from journal.services.alive import leave_sign_of_life
from journal.services.clocks import boot_id
from journal.services.recording import record_once

DEALER: Final = "dealer"
"""Heartbeat of the processes that move live tables; no queue has this name."""

_log = logging.getLogger(__name__)
_WRITE: Final = """
    INSERT INTO journal_heartbeat (host, queue, at, wall, monotonic, boot)
    SELECT %s, queue, clock_timestamp(), %s, %s, %s FROM unnest(%s::text[]) AS queue
    ON CONFLICT (host, queue) DO UPDATE
    SET at = excluded.at, wall = excluded.wall, monotonic = excluded.monotonic, boot = excluded.boot
"""
_AGE: Final = """
    SELECT extract(epoch FROM clock_timestamp() - max(at))::float8 FROM journal_heartbeat
    WHERE queue = %s AND (%s = '' OR host = %s)
"""
_SILENT: Final = """
    SELECT queue, last.at
    FROM unnest(%s::text[]) WITH ORDINALITY AS watched (queue, n)
         LEFT JOIN LATERAL (SELECT max(at) AS at FROM journal_heartbeat AS one
                            WHERE one.queue = watched.queue) AS last ON true
    WHERE last.at IS NULL OR last.at < clock_timestamp() - %s * interval '1 second'
    ORDER BY n
"""


@dataclass(frozen=True, slots=True)
class Silence:
    """A queue whose worker (or beat) sends no heartbeat, with the time of the last one; None if there never was one."""

    queue: str
    since: datetime | None


class GracePeriod:
    """Grace period before this process reports missing heartbeats: processes that start together need time for the first one."""

    def __init__(self) -> None:
        self.restart()

    def restart(self) -> None:
        """Start the grace period: at process start, and when the database is back."""
        self._began = time.monotonic()

    @property
    def is_over(self) -> bool:
        """Return whether the grace period has passed."""
        return time.monotonic() - self._began >= settings.SILENT_SECONDS


grace: Final = GracePeriod()


def heartbeat_interval() -> float:
    """Return the seconds between two heartbeats, and between two checks by the web process."""
    return float(settings.SILENT_SECONDS) / 4


def write_heartbeat(queues: Iterable[str]) -> None:
    """Write the heartbeat of these queues. An unreachable database is only logged.

    Uses its own connection: a worker forks and must not share a pool with its children.
    """
    leave_sign_of_life()
    values = [
        platform.node(),
        time.time(),
        time.clock_gettime(time.CLOCK_BOOTTIME),
        boot_id(),
        list(queues),
    ]
    try:
        with psycopg.connect(**_parameters(), autocommit=True) as own:
            own.execute(_WRITE, values)
    except psycopg.Error:
        _log.exception("The heartbeat could not be stored")


def _parameters() -> dict[str, Any]:
    told = connections["default"].settings_dict
    names = {
        "dbname": "NAME",
        "user": "USER",
        "password": "PASSWORD",
        "host": "HOST",
        "port": "PORT",
    }
    given = {name: told[key] for name, key in names.items() if told[key]}
    return {**given, **{name: value for name, value in told["OPTIONS"].items() if name != "pool"}}


class RegularHeartbeat:
    """The heartbeat of a process with a loop of its own, which calls `write_if_due` often."""

    def __init__(self, name: str) -> None:
        self._name, self._next = name, 0.0

    def write_if_due(self) -> None:
        """Write the heartbeat, unless the last one is younger than the interval."""
        if time.monotonic() >= self._next:
            self._next = time.monotonic() + heartbeat_interval()
            write_heartbeat([self._name])


def find_last_heartbeat(name: str, host: str = "") -> float | None:
    """Return the seconds since the last heartbeat, on one host or any; None if there never was one. One query."""
    with connection.cursor() as cursor:
        cursor.execute(_AGE, [name, host, host])
        found: float | None = cursor.fetchone()[0]
    return found


def find_silences() -> list[Silence]:
    """Return the missing heartbeats; empty during the grace period. One query."""
    if not settings.WATCHED_QUEUES or not grace.is_over:
        return []
    with connection.cursor() as cursor:
        cursor.execute(_SILENT, [settings.WATCHED_QUEUES, settings.SILENT_SECONDS])
        return [Silence(*row) for row in cursor.fetchall()]


def record_silent_queues() -> None:
    """Record an event for each silent queue: once per silence, or once a day if its worker never sent a heartbeat."""
    for one in find_silences():
        since = one.since.isoformat() if one.since else None
        once = f"{one.queue} {since or timezone.now().date().isoformat()}"
        data = {"queue": one.queue, "since": since}
        if record_once(EventKind.WORKERS_SILENT, subject="platform", data=data, once=once):
            _log.error("A worker gives no heartbeat", extra=data)
