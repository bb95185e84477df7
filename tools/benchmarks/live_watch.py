"""Samples the database while live tables move: commit times, late clocks, waits for NOTIFY's lock."""

import threading
import time
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Final, Self

import psycopg

from casino.values.clocks import GRACE_SECONDS
from tools.benchmarks.servers import Bench
from tools.launch import postgres

EVERY_SECONDS: Final = 0.05
_UNMARKED_SECONDS: Final = 2
"""A gap of this length between marks is an outage, in which nothing times out (casino/live/services/outages.py)."""

_CLOCKS: Final = """
SELECT place_id, version, extract(epoch FROM pg_xact_commit_timestamp(xmin))::float8,
       extract(epoch FROM clock_timestamp() - deadline)::float8
       - CASE WHEN phase IN ('answers', 'turns') THEN %s ELSE 0 END
FROM casino_clock
"""
_IS_DOWN: Final = """
SELECT EXISTS (SELECT FROM casino_processmark WHERE at < clock_timestamp() - %s * interval '1 second')
"""
# A transaction that has notified holds this lock until its commit is done; no table row has this
# number.
_NOTIFY: Final = """
SELECT extract(epoch FROM clock_timestamp() - waitstart)::float8, query ILIKE '%pg_notify%' OR query ILIKE 'NOTIFY%'
FROM pg_locks JOIN pg_stat_activity USING (pid)
WHERE locktype = 'object' AND pg_locks.classid = 'pg_database'::regclass AND objid = 0 AND NOT granted
"""


@dataclass
class WatchSamples:
    """Samples: number of looks, commits by place and version, the latest clock, waits for NOTIFY's lock."""

    looks: int = 0
    commits: dict[int, dict[int, float]] = field(default_factory=lambda: defaultdict(dict))
    latest: float = 0.0
    waits: int = 0
    longest_wait: float = 0.0
    others_waited: int = 0
    """Samples in which a waiting transaction did more than notify."""


class Watch:
    """A thread that samples the database until the context ends."""

    def __init__(self, bench: Bench) -> None:
        self.seen = WatchSamples()
        self._url = bench.url(postgres.SUPERUSER)
        self._over = threading.Event()
        self._was_down = time.monotonic()
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._run)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._over.set()
        self._thread.join()
        if self._error is not None:
            raise self._error

    def _run(self) -> None:
        try:
            with psycopg.connect(self._url, autocommit=True) as connection:
                while not self._over.wait(EVERY_SECONDS):
                    self._look(connection)
        except psycopg.Error as error:  # re-raised at the end of the context
            self._error = error

    def _look(self, connection: psycopg.Connection) -> None:
        seen, now = self.seen, time.monotonic()
        seen.looks += 1
        down = connection.execute(_IS_DOWN, [_UNMARKED_SECONDS]).fetchone()
        if down and down[0]:
            self._was_down = now
        for place, version, committed, late in connection.execute(_CLOCKS, [GRACE_SECONDS]):
            seen.commits[place].setdefault(version, committed)
            if late is not None:  # the time of an outage does not count as late
                seen.latest = max(seen.latest, min(late, now - self._was_down))
        for waited, only_notifies in connection.execute(_NOTIFY).fetchall():
            seen.waits += 1
            seen.longest_wait = max(seen.longest_wait, waited or 0.0)
            seen.others_waited += not only_notifies
