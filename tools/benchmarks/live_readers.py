"""Thousands of read-only streams as raw sockets in a process of their own, with arrival times."""

import errno
import heapq
import multiprocessing
import random
import re
import resource
import selectors
import socket
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Final

from tools.benchmarks.live_stream import BACK_SECONDS, EventCutter, build_head, build_target

Arrivals = list[tuple[int, float]]
"""Versions of one table received by one reader, with the time of day."""

OPENING_SECONDS: Final = 5.0
"""The first connections are spread over this time."""

_VERSION: Final = re.compile(rb'\bdata-version="(\d+)"')
_LARGEST: Final = 262_144
_LONGEST: Final = 0.2
_SPARE: Final = 200
"""File descriptors besides the streams."""


@dataclass(frozen=True)
class Ticket:
    """Place, path and signed ticket of one table's stream."""

    place: int
    path: str
    signed: str


def raise_limit(wanted: int) -> None:
    """Raise the soft limit of open files, also inherited by child processes.

    Raises SystemExit if the hard limit is too low.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = wanted + _SPARE
    if hard != resource.RLIM_INFINITY and hard < needed:
        raise SystemExit(f"{wanted} streams need {needed} open files; the hard limit is {hard}")
    if soft != resource.RLIM_INFINITY and soft < needed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (needed, hard))


class _Reader:
    """One stream and its arrivals."""

    __slots__ = ("arrivals", "events", "has_begun", "socket", "ticket", "version")

    def __init__(self, ticket: Ticket) -> None:
        self.ticket = ticket
        self.socket: socket.socket | None = None
        self.events, self.version = EventCutter(), 0
        self.has_begun = False
        self.arrivals: Arrivals = []

    def take(self, received: bytes) -> None:
        """Record the versions in the received bytes."""
        now = time.time()
        for event in self.events.cut(received):
            self.has_begun = True
            if found := _VERSION.search(event):
                self.version = int(found.group(1))
                self.arrivals.append((self.version, now))


class _Readers:
    """All streams in one event loop."""

    def __init__(self, address: tuple[str, int], tickets: Sequence[Ticket], count: int) -> None:
        self._address = address
        self._dice = random.Random(count)  # noqa: S311 - spreads connections, not security-relevant
        self._selector = selectors.DefaultSelector()
        self.all = [_Reader(tickets[n % len(tickets)]) for n in range(count)]
        now = time.monotonic()
        self._due = [(now + OPENING_SECONDS * n / count, n) for n in range(count)]
        self._begun = 0

    @property
    def are_open(self) -> bool:
        """True if every stream has begun."""
        return self._begun == len(self.all)

    def step(self) -> None:
        """Open the due connections and read what has arrived."""
        now = time.monotonic()
        while self._due and self._due[0][0] <= now:
            self._connect(heapq.heappop(self._due)[1])
        wait = min(_LONGEST, self._due[0][0] - now) if self._due else _LONGEST
        for key, mask in self._selector.select(max(wait, 0)):
            if mask & selectors.EVENT_WRITE:
                self._send(key.data)
            else:
                self._receive(key.data)

    def _connect(self, number: int) -> None:
        reader = self.all[number]
        reader.socket, reader.events = socket.socket(), EventCutter()
        reader.socket.setblocking(False)  # noqa: FBT003  # the method's only argument
        if reader.socket.connect_ex(self._address) in (0, errno.EINPROGRESS):
            self._selector.register(reader.socket, selectors.EVENT_WRITE, number)
        else:
            self._lose(number)

    def _send(self, number: int) -> None:
        reader = self.all[number]
        if reader.socket is None:
            return
        ticket = reader.ticket
        head = build_head(build_target(ticket.path, ticket.signed, reader.version))
        try:
            reader.socket.sendall(head)
        except OSError:
            self._lose(number)
            return
        self._selector.modify(reader.socket, selectors.EVENT_READ, number)

    def _receive(self, number: int) -> None:
        reader = self.all[number]
        if reader.socket is None:
            return
        try:
            received = reader.socket.recv(_LARGEST)
        except OSError:
            received = b""
        if not received:
            self._lose(number)
            return
        had_begun = reader.has_begun
        reader.take(received)
        self._begun += reader.has_begun - had_begun

    def _lose(self, number: int) -> None:
        """Close the stream and reconnect after a delay, as a page does."""
        reader = self.all[number]
        if reader.socket is not None:
            if reader.socket in self._selector.get_map():
                self._selector.unregister(reader.socket)
            reader.socket.close()
        self._begun -= reader.has_begun
        reader.socket, reader.has_begun = None, False
        again = time.monotonic() + self._dice.uniform(*BACK_SECONDS)
        heapq.heappush(self._due, (again, number))


class StreamReading:
    """Streams being read in another process."""

    def __init__(self, way: Connection) -> None:
        self._way = way

    def await_open(self, seconds: float) -> float | None:
        """Return the Unix time when every stream was open, or None after `seconds`."""
        if not self._way.poll(seconds):
            return None
        opened: float = self._way.recv()
        return opened

    def forget(self) -> None:
        """Discard earlier reports of open streams."""
        while self._way.poll():
            self._way.recv()

    def end(self, seconds: float = 60) -> dict[int, list[Arrivals]]:
        """Stop reading and return the arrivals by place. Raises TimeoutError."""
        self._way.send(None)
        limit = time.monotonic() + seconds
        while self._way.poll(limit - time.monotonic()):
            found = self._way.recv()
            if isinstance(found, dict):
                return found
        raise TimeoutError("the readers do not end")


@contextmanager
def run_readers(
    address: tuple[str, int], tickets: Sequence[Ticket], count: int
) -> Iterator[StreamReading]:
    """Open this many streams, spread over the tickets; the process is always terminated."""
    spawning = multiprocessing.get_context("spawn")
    ours, theirs = spawning.Pipe()
    process = spawning.Process(target=_read, args=(address, tickets, count, theirs), daemon=True)
    process.start()
    theirs.close()
    try:
        yield StreamReading(ours)
    finally:
        process.terminate()
        process.join()
        ours.close()


def _read(address: tuple[str, int], tickets: Sequence[Ticket], count: int, way: Connection) -> None:
    readers, were_open = _Readers(address, tickets, count), False
    while not way.poll():
        readers.step()
        if readers.are_open != were_open:
            were_open = readers.are_open
            if were_open:
                way.send(time.time())
    found: dict[int, list[Arrivals]] = {}
    for reader in readers.all:
        found.setdefault(reader.ticket.place, []).append(reader.arrivals)
    way.send(found)
