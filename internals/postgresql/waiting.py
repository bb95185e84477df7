"""Timeouts for a server that hangs with its connections open.

On a Unix socket keepalives and `tcp_user_timeout` do not help, and `statement_timeout` depends on
the server's own clock. A waiting client therefore probes the server with an SSLRequest, which any
live server answers at once. A long statement on a live server has no timeout here.

Relies on `Connection.wait`, through which all of psycopg waits, and on its generators: they yield
what they wait for and are sent what is ready, nothing after each interval.
tests/config/test_database_hangs.py measures it: pages answer within three seconds while the server
hangs (docs/operations.md).
"""

import socket
import time
from collections.abc import Generator
from typing import Any, Final, TypeVar

import psycopg
from psycopg.pq.abc import PGconn

PATIENCE: Final = 0.7  # seconds without an answer until the server is probed
REPLY: Final = 1.2  # seconds to answer the probe
STAYS_SILENT: Final = 1.0  # seconds without further probes after a failed one
_TLS_REQUEST: Final = bytes.fromhex("0000000804d2162f")
_TLS_REPLIES: Final = (b"S", b"N", b"E")

T = TypeVar("T")
_silent_until = 0.0


class Unresponsive(psycopg.OperationalError):
    """The server accepts connections but answers nothing."""


def is_silent() -> bool:
    """Return whether the server was found hanging in the last second."""
    return time.monotonic() < _silent_until


class PatientConnection(psycopg.Connection[Any]):
    """Psycopg connection that gives up on a hanging server."""

    def wait(self, gen: Generator[Any, Any, T], *arguments: Any, **options: Any) -> T:
        """Wait as psycopg does. Raises Unresponsive and closes the connection if the server hangs."""
        return super().wait(_patient(gen, self.pgconn), *arguments, **options)


def _patient(gen: Generator[Any, Any, T], connection: PGconn) -> Generator[Any, Any, T]:
    asked = time.monotonic()
    try:
        state = next(gen)
        while True:
            ready = yield state
            if not ready and time.monotonic() - asked > PATIENCE:
                _see_life(connection)
                asked = time.monotonic()
            state = gen.send(ready)
    except StopIteration as end:
        answer: T = end.value
        return answer


def _see_life(connection: PGconn) -> None:
    global _silent_until  # noqa: PLW0603  # process-wide: once one connection finds the server silent, the others need not wait
    if not is_silent() and _answers(connection):
        return
    _silent_until = max(_silent_until, time.monotonic() + STAYS_SILENT)
    connection.finish()
    message = "the database server does not answer"
    raise Unresponsive(message)


def _answers(connection: PGconn) -> bool:
    try:
        with _connect(connection) as probe:
            probe.settimeout(REPLY)
            probe.sendall(_TLS_REQUEST)
            return probe.recv(1) in _TLS_REPLIES
    except OSError:
        return False


def _connect(connection: PGconn) -> socket.socket:
    host, port = (connection.hostaddr or connection.host).decode(), connection.port.decode()
    if not connection.host.startswith(b"/"):
        return socket.create_connection((host, int(port)), timeout=REPLY)
    probe = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    probe.settimeout(REPLY)
    try:
        probe.connect(f"{connection.host.decode()}/.s.PGSQL.{port}")
    except OSError:
        probe.close()
        raise
    return probe
