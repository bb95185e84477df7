"""ASGI application for streams: `GET /streams/table?ticket=…&since=…` returns server-sent events.

One process serves thousands of streams. No stream has a database connection: a signed ticket
authorises reading, and one connection listens for all.
"""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from typing import Any, Final
from urllib.parse import parse_qs

from django.conf import settings
from django.core.signing import BadSignature

from push.hub import Hub, Subscription
from push.tickets import Ticket

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Probe = Callable[[], Awaitable[tuple[int, str, bytes]]]
"""Returns the status, the content type and the body of an answer."""

BEAT_SECONDS: Final = 10.0
STALL_SECONDS: Final = 10.0
"""A stream that accepts no data for this long is closed."""

LIVE_PATH: Final = "/health/live"
READY_PATH: Final = "/health/ready"
METRICS_PATH: Final = "/metrics"
"""Addresses for probes; the proxy passes only streams on."""

COMPARE_SECONDS: Final = 1.0
_BEAT: Final = b"event: beat\ndata:\n\n"
_HEADERS: Final = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
]
_log = logging.getLogger(__name__)


class StreamApplication:
    """The ASGI application.

    `listen` runs for the life of the process and announces changes to the hub; `beat` records that the process is
    alive; `probes` answer at their paths.
    """

    def __init__(
        self,
        hub: Hub,
        listen: Callable[[Hub], Awaitable[None]],
        beat: Callable[[], Awaitable[None]],
        probes: Mapping[str, Probe] | None = None,
    ) -> None:
        self._hub, self._listen, self._beat = hub, listen, beat
        self._probes = probes or {}
        self._tasks: list[asyncio.Task[None]] = []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one stream, or the lifespan events of the process."""
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif scope["type"] == "http":
            await self._answer(scope, receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                loop = asyncio.get_running_loop()
                self._tasks = [
                    loop.create_task(_forever(self._listen_once)),
                    loop.create_task(_forever(self._look)),
                ]
                await send({"type": "lifespan.startup.complete"})
            else:
                for task in self._tasks:
                    task.cancel()
                await asyncio.gather(*self._tasks, return_exceptions=True)
                await send({"type": "lifespan.shutdown.complete"})
                return

    async def _listen_once(self) -> None:
        await self._listen(self._hub)

    async def _look(self) -> None:
        """Once a second: record that the process is alive, and look for lost announcements."""
        await self._beat()
        await self._hub.announce_missed()
        await asyncio.sleep(COMPARE_SECONDS)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"] == LIVE_PATH:
            await _answer_empty(send, 200)
            return
        if probe := self._probes.get(scope["path"]):
            await _answer_probe(send, *await probe())
            return
        if scope["path"] != settings.STREAMS_PATH or scope["method"] != "GET":
            await _answer_empty(send, 404)
            return
        query = parse_qs(scope["query_string"].decode("latin-1"))
        try:
            ticket = Ticket.read(query["ticket"][0])
            since = int(query.get("since", ["0"])[0])
        except (BadSignature, KeyError, ValueError):
            await _answer_empty(send, 403)
            return
        subscription = self._hub.subscribe(ticket.place_id, ticket.variant, since)
        gone = asyncio.ensure_future(_gone(receive))
        try:
            await _stream(subscription, gone, send)
        finally:
            self._hub.unsubscribe(ticket.place_id, ticket.variant, subscription)
            gone.cancel()


async def _stream(subscription: Subscription, gone: asyncio.Future[None], send: Send) -> None:
    """Send new states, and heartbeats in between, until the reader disconnects or stalls."""
    await send({"type": "http.response.start", "status": 200, "headers": _HEADERS})
    pause = 1_000 + secrets.randbelow(4_000)  # jitter, so that clients do not reconnect at once
    body = f"retry: {pause}\n\n".encode() + _BEAT
    while not gone.done():
        message = {"type": "http.response.body", "body": body, "more_body": True}
        try:
            await asyncio.wait_for(send(message), STALL_SECONDS)
        except TimeoutError:
            return
        body = await _next(subscription, gone)
    await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _next(subscription: Subscription, gone: asyncio.Future[None]) -> bytes:
    coming = asyncio.ensure_future(subscription.next(BEAT_SECONDS))
    both: set[asyncio.Future[Any]] = {coming, gone}
    await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
    if not coming.done():
        coming.cancel()
        return _BEAT
    state = coming.result()
    return state.event if state is not None else _BEAT


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _answer_empty(send: Send, status: int) -> None:
    headers = [(b"content-type", b"text/plain"), (b"content-length", b"0")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _answer_probe(send: Send, status: int, kind: str, body: bytes) -> None:
    headers = [
        (b"content-type", kind.encode()),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


async def _forever(act: Callable[[], Awaitable[None]]) -> None:
    """Run `act` repeatedly; log an error, such as a lost database, and retry after a second."""
    while True:
        try:
            await act()
        except asyncio.CancelledError:
            raise
        except Exception:  # noqa: BLE001 - the process survives any database error
            _log.exception("Streams lost the database; trying again")
            await asyncio.sleep(COMPARE_SECONDS)
