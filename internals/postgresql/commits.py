"""COMMIT without a statement timeout, and what became of it.

A statement timeout during COMMIT would cancel the wait for the synchronous standby: the transaction
is then visible, but a failover may lose it. PostgreSQL says so only by a warning, whose text depends
on the server's language, so it is recognised by the function that raised it.

A client waits ten seconds, then closes its connection; the server goes on waiting, so nothing is
lost by that.

Relies on `psycopg.generators`, `Connection.wait` and `Connection.lock`, as `prepared_statements`,
and on the generators being sent nothing after each interval, as `waiting`.
"""

import time
from collections.abc import Sequence
from typing import Any, Final
from weakref import WeakKeyDictionary

import psycopg
from psycopg import generators, pq
from psycopg.abc import PQGen
from psycopg.errors import Diagnostic, error_from_result
from psycopg.pq.abc import PGresult

_COMMIT: Final = b"SET LOCAL statement_timeout = 0; COMMIT"
"""One message: the server restarts the timer with the second statement, now without a limit."""

COMMIT_SECONDS = 10.0  # until a client gives up on a commit
_WAIT_FOR_STANDBY: Final = "SyncRepWaitForLSN"
_GONE: Final = ("08", "57P")  # no connection; shutting down
_GOOD: Final = (pq.ExecStatus.TUPLES_OK, pq.ExecStatus.COMMAND_OK)


class CommitUnconfirmed(psycopg.OperationalError):
    """The transaction may or may not be committed, or may be lost by a failover: ask again by its key."""


class _Watch:
    """Handler of a connection's notices: remembers that a wait for the standby was cancelled."""

    def __init__(self) -> None:
        self.cancelled = False

    def __call__(self, notice: Diagnostic) -> None:
        if notice.source_function == _WAIT_FOR_STANDBY:
            self.cancelled = True


_watches: WeakKeyDictionary[psycopg.Connection[Any], _Watch] = WeakKeyDictionary()


def watch_commits(connection: psycopg.Connection[Any]) -> None:
    """Watch the notices of a connection, once; a pool hands out the same one again."""
    if connection not in _watches:
        watch = _watches[connection] = _Watch()
        connection.add_notice_handler(watch)


def commit(connection: psycopg.Connection[Any]) -> None:
    """Commit the transaction. Raises CommitUnconfirmed, or psycopg's error if it was refused."""
    if connection.pgconn.transaction_status == pq.TransactionStatus.IDLE:
        return
    watch = _watches.get(connection)
    if watch:
        watch.cancelled = False
    try:
        _send_commit(connection)
    except CommitUnconfirmed:
        raise
    except psycopg.OperationalError as error:
        if error.sqlstate is None or error.sqlstate.startswith(_GONE):
            raise CommitUnconfirmed(str(error)) from error
        raise
    if watch and watch.cancelled:
        raise CommitUnconfirmed("the wait for the synchronous standby was cancelled")


def _send_commit(connection: psycopg.Connection[Any]) -> None:
    libpq = connection.pgconn
    with connection.lock:
        libpq.send_query(_COMMIT)
        _check(connection, connection.wait(_bounded(generators.execute(libpq), connection)))


def _bounded(
    gen: PQGen[list[PGresult]], connection: psycopg.Connection[Any]
) -> PQGen[list[PGresult]]:
    """Wait as psycopg does; close the connection after COMMIT_SECONDS. Raises CommitUnconfirmed."""
    began = time.monotonic()
    try:
        state = next(gen)
        while True:
            ready = yield state
            if not ready and time.monotonic() - began > COMMIT_SECONDS:
                connection.pgconn.finish()
                raise CommitUnconfirmed("the commit still waits for the synchronous standby")
            state = gen.send(ready)
    except StopIteration as end:
        results: list[PGresult] = end.value
        return results


def _check(connection: psycopg.Connection[Any], results: Sequence[PGresult]) -> None:
    """Raise psycopg's error unless the last result is a success."""
    result = results[-1] if results else None
    if result is not None and result.status in _GOOD:
        return
    if result is None or not result.error_field(pq.DiagnosticField.SQLSTATE):
        raise psycopg.OperationalError(connection.pgconn.get_error_message())
    raise error_from_result(result)
