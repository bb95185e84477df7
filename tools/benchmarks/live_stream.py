"""Client of a server-sent event stream over a plain socket."""

import random
import socket
import time
from typing import Final
from urllib.parse import urlencode

BACK_SECONDS: Final = (1.0, 5.0)
"""Reconnects are spread over this interval, as the stream process tells pages."""

_END: Final = b"\n\n"
_ANSWER_SECONDS: Final = 20
_LARGEST: Final = 65_536


def build_head(target: str) -> bytes:
    """Return the request for a stream, as a site's proxy sends it."""
    lines = (f"GET {target} HTTP/1.1", "Host: localhost", "Accept: text/event-stream", "", "")
    return "\r\n".join(lines).encode()


def build_target(path: str, ticket: str, since: int) -> str:
    """Return the path and query of a stream that starts after version `since`."""
    return f"{path}?{urlencode({'ticket': ticket, 'since': since})}"


class EventCutter:
    """Splits received bytes into events. HTTP chunk sizes fall between events and are ignored."""

    __slots__ = ("_left",)

    def __init__(self) -> None:
        self._left = b""

    def cut(self, received: bytes) -> list[bytes]:
        """Return the events that are complete now."""
        *whole, self._left = (self._left + received).split(_END)
        return whole


class Stream:
    """The stream of one page; reconnects after a delay when the connection is lost."""

    def __init__(self, address: tuple[str, int], dice: random.Random) -> None:
        self._address, self._dice = address, dice
        self._socket: socket.socket | None = None
        self._events = EventCutter()
        self._again = 0.0

    @property
    def is_open(self) -> bool:
        return self._socket is not None

    def read(self, target: str, seconds: float) -> list[str]:
        """Return events as soon as some arrive, or none after `seconds`. Reconnects when due."""
        if self._socket is None and time.monotonic() >= self._again:
            self._connect(target)
        if self._socket is None:
            time.sleep(min(seconds, max(0.0, self._again - time.monotonic())))
            return []
        self._socket.settimeout(max(seconds, 0.001))
        try:
            received = self._socket.recv(_LARGEST)
        except TimeoutError:
            return []
        except OSError:
            received = b""
        if not received:
            self.close()
        return [event.decode() for event in self._events.cut(received)]

    def close(self) -> None:
        """Close the connection; a later read reconnects after a delay."""
        if self._socket is not None:
            self._socket.close()
        self._socket = None
        self._again = time.monotonic() + self._dice.uniform(*BACK_SECONDS)

    def _connect(self, target: str) -> None:
        self._events = EventCutter()
        try:
            self._socket = socket.create_connection(self._address, timeout=_ANSWER_SECONDS)
            self._socket.sendall(build_head(target))
        except OSError:
            self.close()
