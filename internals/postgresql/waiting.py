"""Time-outs for a server that hangs with its connections open.

On a Unix socket keepalives and `tcp_user_timeout` do not help, and `statement_timeout` is the server's own clock. So a waiting
client probes the server meanwhile with an SSLRequest, which any live server answers at once. A long statement of a live server
has no time-out here.

Relies on `Connection.wait`, through which all of psycopg waits, and on its generators: they yield what they wait for and are sent
what is ready, nothing after each interval. tests/config/test_database_hangs.py measures it: pages answer within three seconds
while the server hangs (docs/operations.md).
"""

import socket
import time
from collections.abc import Generator
from typing import Any, Final, TypeVar

import psycopg
from psycopg.pq.abc import PGconn

PATIENCE: Final = 0.7  # seconds without an answer after which the server is asked whether it lives
REPLY: Final = 1.2  # seconds that it has to say so
STAYS_SILENT: Final = 1.0  # seconds for which it is not asked anything after that
_TLS_REQUEST: Final = bytes.fromhex("0000000804d2162f")
_TLS_REPLIES: Final = (b"S", b"N", b"E")

T = TypeVar("T")
_silent_until = 0.0


class Unresponsive(psycopg.OperationalError):
    """The server takes connections and answers nothing."""


def is_silent() -> bool:
    """Whether the server was hanging a moment ago."""
    return time.monotonic() < _silent_until


class PatientConnection(psycopg.Connection[Any]):
    """A connection that gives up on a hanging server."""

    def wait(self, gen: Generator[Any, Any, T], *arguments: Any, **options: Any) -> T:
        """As psycopg's. Raises Unresponsive and closes the connection."""
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
    global _silent_until  # noqa: PLW0603  # one server for a process: who finds it silent spares the others the wait
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
