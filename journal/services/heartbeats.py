"""Heartbeats: each worker and beat says that it lives, and the web notices whose heartbeat is missing.

A worker's main process gives them, beside its tasks: one long task of a worker that does one at a time delays none.
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

from journal.models import Kind
from journal.services.clocks import boot_id
from journal.services.recording import record_once

_log = logging.getLogger(__name__)
_WRITE: Final = """
    INSERT INTO journal_heartbeat (host, queue, at, wall, monotonic, boot)
    SELECT %s, queue, clock_timestamp(), %s, %s, %s FROM unnest(%s::text[]) AS queue
    ON CONFLICT (host, queue) DO UPDATE
    SET at = excluded.at, wall = excluded.wall, monotonic = excluded.monotonic, boot = excluded.boot
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
    """A queue whose worker gives no heartbeat, or beat: since when, None where it never gave one."""

    queue: str
    since: datetime | None


class Watch:
    """Since when this process may judge. Programs that start together need time for their first heartbeat."""

    def __init__(self) -> None:
        self.restart()

    def restart(self) -> None:
        """Begin the time of grace: at the start, and once the database is back, which kept heartbeats away."""
        self._began = time.monotonic()

    @property
    def is_over(self) -> bool:
        """Whether a missing heartbeat counts."""
        return time.monotonic() - self._began >= settings.SILENT_SECONDS


grace: Final = Watch()


def interval() -> float:
    """How many seconds pass between two heartbeats, and between two looks of the web."""
    return float(settings.SILENT_SECONDS) / 4


def give_heartbeat(queues: Iterable[str]) -> None:
    """Say that the program lives which takes the tasks of these queues. A database that is away is logged.

    On a connection of its own: a worker forks, and must not hand a pool to its children.
    """
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


def silences() -> list[Silence]:
    """Return whose heartbeat is missing now; nothing during the time of grace. One query."""
    if not settings.WATCHED_QUEUES or not grace.is_over:
        return []
    with connection.cursor() as cursor:
        cursor.execute(_SILENT, [settings.WATCHED_QUEUES, settings.SILENT_SECONDS])
        return [Silence(*row) for row in cursor.fetchall()]


def tell_of_silence() -> None:
    """Record of each queue, once for each time, that its worker is silent; of one that never came once a day."""
    for one in silences():
        since = one.since.isoformat() if one.since else None
        once = f"{one.queue} {since or timezone.now().date().isoformat()}"
        data = {"queue": one.queue, "since": since}
        if record_once(Kind.WORKERS_SILENT, subject="platform", data=data, once=once):
            _log.error("A worker gives no heartbeat", extra=data)
