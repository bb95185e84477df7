"""What the database says about the installation, one figure for each metric. No label names a player."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import wraps
from typing import Any, Final, TypeVar, cast

from django.db import connection

_T = TypeVar("_T")
Row = Sequence[Any]
"""The labels' values, then the number. None instead of a number: there was never any."""


@dataclass(frozen=True, slots=True)
class MetricFigure:
    """One gauge: name, what it says, names of its labels, and the function that reads its rows."""

    name: str
    documentation: str
    labels: tuple[str, ...]
    read: Callable[[], Iterable[Row]]


_found: ContextVar[dict[Callable[[], Any], Any] | None] = ContextVar("found", default=None)


@contextmanager
def one_scrape() -> Iterator[None]:
    """Within the block, functions of `once_per_scrape` are called once."""
    token = _found.set({})
    try:
        yield
    finally:
        _found.reset(token)


def once_per_scrape(read: Callable[[], _T]) -> Callable[[], _T]:
    """Return a function whose answer several figures share; each call counts outside a scrape."""

    @wraps(read)
    def recall() -> _T:
        found = _found.get()
        if found is None:
            return read()
        if read not in found:
            found[read] = read()
        return cast("_T", found[read])

    return recall


def by_query(query: str) -> Callable[[], Iterable[Row]]:
    """Return a function that reads the rows of a query."""

    def read() -> Iterable[Row]:
        with connection.cursor() as cursor:
            cursor.execute(query)
            return list(cursor.fetchall())

    return read


_BETS: Final = """
    SELECT CASE currency WHEN 'PLY' THEN 'play' ELSE 'real' END AS money, count(*)
    FROM casino_round WHERE started_at > clock_timestamp() - interval '1 minute' GROUP BY money
"""
_PROCESSES: Final = """
    SELECT queue, extract(epoch FROM clock_timestamp() - max(at)) FROM journal_heartbeat
    WHERE queue <> '' AND at > clock_timestamp() - interval '1 day' GROUP BY queue
    UNION ALL SELECT kind, extract(epoch FROM clock_timestamp() - at) FROM casino_processmark
"""
_STANDBYS: Final = "SELECT count(*) FROM pg_stat_replication"
# Without pg_monitor (docs/operations/watching.md) the standbys' names and positions are empty.
_LAG: Final = """
    SELECT application_name, max(coalesce(extract(epoch FROM replay_lag), 0)) FROM pg_stat_replication
    WHERE state IS NOT NULL GROUP BY application_name
"""
_LAG_BYTES: Final = """
    SELECT application_name, max(pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)) FROM pg_stat_replication
    WHERE replay_lsn IS NOT NULL AND NOT pg_is_in_recovery() GROUP BY application_name
"""
_ARCHIVED: Final = """
    SELECT extract(epoch FROM clock_timestamp() - last_archived_time) FROM pg_stat_archiver
    WHERE current_setting('archive_mode') <> 'off'
"""
_ARCHIVE_FAILURES: Final = "SELECT failed_count FROM pg_stat_archiver"
# Months after the present one that have a partition, by table.
_PARTITIONS: Final = """
    SELECT whole.relname, count(*) FILTER (
        WHERE substring(part.relname FROM '_(\\d{4}_\\d{2})$') > to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY_MM')
    )
    FROM pg_partitioned_table
         JOIN pg_class AS whole ON whole.oid = partrelid AND whole.relnamespace = 'public'::regnamespace
         LEFT JOIN pg_inherits ON inhparent = partrelid
         LEFT JOIN pg_class AS part ON part.oid = inhrelid
    GROUP BY whole.relname
"""
_SIZE: Final = "SELECT pg_database_size(current_database())"

QUERIES: Final[tuple[MetricFigure, ...]] = (
    MetricFigure(
        "ligalo_bets_last_minute", "Rounds begun in the last minute.", ("money",), by_query(_BETS)
    ),
    MetricFigure(
        "ligalo_heartbeat_age_seconds",
        "Seconds since a process of this kind gave its last sign of life.",
        ("process",),
        by_query(_PROCESSES),
    ),
    MetricFigure("ligalo_standbys", "Connected standbys of the database.", (), by_query(_STANDBYS)),
    MetricFigure(
        "ligalo_replication_lag_seconds",
        "Seconds that a standby is behind.",
        ("standby",),
        by_query(_LAG),
    ),
    MetricFigure(
        "ligalo_replication_lag_bytes",
        "Bytes of the write-ahead log that a standby has not replayed.",
        ("standby",),
        by_query(_LAG_BYTES),
    ),
    MetricFigure(
        "ligalo_archived_log_age_seconds",
        "Seconds since the last file of the write-ahead log was archived.",
        (),
        by_query(_ARCHIVED),
    ),
    MetricFigure(
        "ligalo_archive_failures",
        "Failed attempts to archive, since the statistics were reset.",
        (),
        by_query(_ARCHIVE_FAILURES),
    ),
    MetricFigure(
        "ligalo_partitions_ahead",
        "Months after the present one that have a partition.",
        ("table",),
        by_query(_PARTITIONS),
    ),
    MetricFigure("ligalo_database_bytes", "Size of the database.", (), by_query(_SIZE)),
)
