"""One verification at a time in the whole installation."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection

from internals.postgresql.direct import direct_session

_LOCK = "build"


@contextmanager
def only_one() -> Iterator[None]:
    """Hold a session advisory lock; a process that had to wait then finds the stored result of the one before."""
    with direct_session():
        yield from _hold_lock()


def _hold_lock() -> Iterator[None]:
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = 0; SELECT pg_advisory_lock(hashtext(%s))", [_LOCK])
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock(hashtext(%s)); RESET lock_timeout", [_LOCK])
