"""Timing of a query in Django: one warm-up, then repeated runs, with statements and rows read."""

from collections.abc import Callable
from time import perf_counter
from typing import Any, Final

_P95: Final = 0.95
_READ: Final = """
SELECT coalesce(sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)), 0)
FROM pg_stat_xact_user_tables
"""


def measure_reads(ask: Callable[[], object], times: int) -> dict[str, Any]:
    """Return p50 and p95 in milliseconds, the number of statements, and the rows read by the last run."""
    from django.db import connection, transaction  # noqa: PLC0415 - after django.setup()

    queries = 0

    def count(execute: Callable[..., object], *words: Any) -> object:
        nonlocal queries
        queries += 1
        return execute(*words)

    with connection.execute_wrapper(count):
        ask()
    took = []
    read = 0
    for _ in range(times):
        with transaction.atomic(), connection.cursor() as cursor:
            before = _read(cursor)
            began = perf_counter()
            ask()
            took.append(1000 * (perf_counter() - began))
            read = _read(cursor) - before
    took.sort()
    return {
        "p50": took[len(took) // 2],
        "p95": took[min(len(took) - 1, int(len(took) * _P95))],
        "queries": queries,
        "read": read,
    }


def _read(cursor: Any) -> int:
    """Return the rows read so far by this transaction."""
    cursor.execute(_READ)
    return int(cursor.fetchone()[0])
