# mypy: allow-subclassing-any
"""Gunicorn worker with many receiving threads and few working threads.

A request is handled once it is received completely: slow clients occupy receiving threads only, for
a bounded time. A buffering proxy in front does the same, and better.

Relies on gunicorn's threaded worker: `TConn`, `accept`, `enqueue_req`, `handle_request`, the
parser's `unreader` and its buffer. `make bench-stalled` measures it: with 200 stalled forms, more
than two seconds for others is a failure (docs/operations.md).
"""

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from http import HTTPStatus
from os import SEEK_END
from threading import BoundedSemaphore, Lock
from typing import Any, Final

from django.conf import settings
from gunicorn.http.body import ChunkedReader, LengthReader
from gunicorn.http.errors import NoMoreData
from gunicorn.util import write_error
from gunicorn.workers.gthread import TConn, ThreadWorker

from internals.handed_connections import hand_over

RECEIVING: Final = 256  # threads per process: the number of requests received at once
SILENCE: Final = 10.0  # seconds without a byte until a connection is closed
HEAD: Final = 10.0  # seconds to receive the request line and all headers
SLOWEST: Final = 16_384  # bytes per second
SMALL: Final = 65_536  # bytes: an ordinary form; larger bodies count towards HELD
HELD: Final = 128 * 1024 * 1024  # bytes of larger bodies held by a process at once
_PIECE: Final = 65_536

Application = Callable[..., Iterable[bytes]]


class _Connection(TConn):
    head_due: float | None = None  # deadline for the head of the current request
    unreader: Any = None
    is_handed_over = False

    def close(self, graceful: bool = False) -> None:  # noqa: FBT001, FBT002 - as gunicorn's
        """Close like gunicorn; after a hand-over, close only this process's descriptor."""
        super().close(graceful=graceful and not self.is_handed_over)

    def init(self) -> None:
        """Prepare the connection for a request, as gunicorn does, with a timeout on every read."""
        super().init()
        self.sock.settimeout(SILENCE)
        self.head_due = time.monotonic() + HEAD
        if self.unreader is None:
            self.unreader = self.parser.unreader
            self.unreader.chunk = self._bounded(self.unreader.chunk)

    def _bounded(self, read: Callable[..., bytes]) -> Callable[..., bytes]:
        """Wrap a socket read so that a head ends by its deadline, even if its bytes trickle in."""

        def chunk(*arguments: Any) -> bytes:
            if self.head_due is None:
                return read(*arguments)
            left = self.head_due - time.monotonic()
            if left <= 0:
                raise NoMoreData
            try:
                self.sock.settimeout(min(left, SILENCE))
                return read(*arguments)
            except TimeoutError as error:
                raise NoMoreData from error

        return chunk

    def head_is_there(self) -> None:
        """Clear the head's deadline and set the body's timeout."""
        self.head_due = None
        self.sock.settimeout(SILENCE)


class PatientWorker(ThreadWorker):
    """Gunicorn's threaded worker with `RECEIVING` receiving and `WEB_THREADS` answering threads."""

    wsgi: Application

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.held, self.counting = 0, Lock()

    def load_wsgi(self) -> None:
        """Load the application, limited to WEB_THREADS concurrent requests."""
        super().load_wsgi()
        self.wsgi = _few_at_once(self.wsgi, settings.WEB_THREADS)

    def accept(self, listener: Any) -> None:
        """Accept a connection as gunicorn does; silent connections are closed."""
        try:
            client, address = listener.accept()
        except (BlockingIOError, ConnectionAbortedError):
            return
        self.nr_conns += 1
        self.enqueue_req(_Connection(self.cfg, client, address, listener.getsockname()))

    def handle_request(self, req: Any, conn: Any) -> bool:
        """Receive the whole request, then handle it.

        Refuses chunked bodies (411), bodies for which there is no memory (503) and slow bodies
        (408).
        """
        conn.head_is_there()
        if settings.STREAMS_SOCKET and req.path == settings.STREAMS_PATH:
            return self._stream(req, conn)
        reader = req.body.reader
        if isinstance(reader, ChunkedReader):
            return self._refuse(conn, HTTPStatus.LENGTH_REQUIRED)
        length = reader.length if isinstance(reader, LengthReader) else 0
        with self._room(length) as there_is:
            if not there_is:
                return self._refuse(conn, HTTPStatus.SERVICE_UNAVAILABLE)
            if length and "100-continue" in dict(req.headers).get("EXPECT", ""):
                conn.sock.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")
            if length and not _receive(conn.sock, reader, length):
                return self._refuse(conn, HTTPStatus.REQUEST_TIMEOUT)
            return bool(super().handle_request(req, conn))

    def _stream(self, req: Any, conn: Any) -> bool:
        """Hand the connection over to the stream process."""
        head = f"{req.method} {req.uri} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        if hand_over(settings.STREAMS_SOCKET, head.encode("latin-1"), conn.sock):
            conn.is_handed_over = True
            return False
        return self._refuse(conn, HTTPStatus.SERVICE_UNAVAILABLE)

    @contextmanager
    def _room(self, length: int) -> Iterator[bool]:
        """Reserve memory for a body of this length; yields whether there is enough."""
        if length <= SMALL:
            yield True
            return
        with self.counting:
            fits = self.held + length <= HELD
            self.held += length if fits else 0
        try:
            yield fits
        finally:
            with self.counting:
                self.held -= length if fits else 0

    @staticmethod
    def _refuse(conn: Any, status: HTTPStatus) -> bool:
        write_error(conn.sock, status.value, status.phrase, status.phrase)
        return False


def _receive(sock: Any, reader: Any, length: int) -> bool:
    """Read the whole body into the parser's buffer; return False if it does not arrive in time."""
    deadline = time.monotonic() + SILENCE + length / SLOWEST
    held = reader.unreader.buf
    missing = length - held.seek(0, SEEK_END)
    try:
        while missing > 0:
            left = deadline - time.monotonic()
            if left <= 0:
                return False
            sock.settimeout(min(left, SILENCE))
            piece = sock.recv(min(missing, _PIECE))
            if not piece:
                break  # the client has disconnected; the application notices
            held.seek(0, SEEK_END)
            held.write(piece)
            missing -= len(piece)
    except TimeoutError:
        return False
    sock.settimeout(SILENCE)
    return True


def _few_at_once(application: Application, most: int) -> Application:
    """Limit the application to `most` concurrent calls.

    A response that is not streaming is completed before it is sent: slow readers hold no thread.
    """
    turns = BoundedSemaphore(most)

    def answer(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        with turns:
            response: Any = application(environ, start_response)
            if getattr(response, "streaming", True):
                return response  # type: ignore[no-any-return]  # what WSGI applications return
            try:
                return list(response)
            finally:
                response.close()

    return answer
