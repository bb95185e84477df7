"""A stream of server-sent events over a plain socket."""

import random
import socket
import time
from typing import Final
from urllib.parse import urlencode

BACK_SECONDS: Final = (1.0, 5.0)
"""Reconnects are spread over so long, as the stream process asks of pages."""

_END: Final = b"\n\n"
_ANSWER_SECONDS: Final = 20
_LARGEST: Final = 65_536


def head_of(target: str) -> bytes:
    """The request for a stream, as the proxy of a site sends it."""
    lines = (f"GET {target} HTTP/1.1", "Host: localhost", "Accept: text/event-stream", "", "")
    return "\r\n".join(lines).encode()


def target_of(path: str, ticket: str, since: int) -> str:
    """The address of a stream that begins after a version."""
    return f"{path}?{urlencode({'ticket': ticket, 'since': since})}"


class EventCutter:
    """Bytes of a stream, cut into events. The sizes of HTTP's chunks stand between events, where nothing reads them."""

    __slots__ = ("_left",)

    def __init__(self) -> None:
        self._left = b""

    def cut(self, received: bytes) -> list[bytes]:
        """Every event that is whole now."""
        *whole, self._left = (self._left + received).split(_END)
        return whole


class Stream:
    """The stream of one page: opened anew after a while when it is lost."""

    def __init__(self, address: tuple[str, int], dice: random.Random) -> None:
        self._address, self._dice = address, dice
        self._socket: socket.socket | None = None
        self._events = EventCutter()
        self._again = 0.0

    @property
    def is_open(self) -> bool:
        """Whether it is connected."""
        return self._socket is not None

    def read(self, target: str, seconds: float) -> list[str]:
        """The events that came within so long; returns with the first. Connects where that is due."""
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
        """Leave the stream; the next read opens another one after a while."""
        if self._socket is not None:
            self._socket.close()
        self._socket = None
        self._again = time.monotonic() + self._dice.uniform(*BACK_SECONDS)

    def _connect(self, target: str) -> None:
        self._events = EventCutter()
        try:
            self._socket = socket.create_connection(self._address, timeout=_ANSWER_SECONDS)
            self._socket.sendall(head_of(target))
        except OSError:
            self.close()
