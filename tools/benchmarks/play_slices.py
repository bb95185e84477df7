"""Slices of play: clients in processes of their own for some seconds, and the site's cost meanwhile."""

import multiprocessing
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from multiprocessing.synchronize import Barrier, Event
from threading import BrokenBarrierError
from typing import Self

from tools.benchmarks.play_client import Browser, Way

Took = dict[str, list[int]]
"""Microseconds of each request, by kind."""

_FORK = multiprocessing.get_context("fork")
_ANSWER_SECONDS = 120.0


@dataclass(frozen=True)
class Spent:
    """Seconds of processor time of the web processes and of the database."""

    web: float = 0.0
    server: float = 0.0

    def __add__(self, other: "Spent") -> "Spent":
        return Spent(self.web + other.web, self.server + other.server)

    def __mul__(self, many: float) -> "Spent":
        return Spent(self.web * many, self.server * many)

    def share_of(self, together: "Spent", whole: "Spent") -> "Spent":
        """Return the same share of `whole` as this is of `together`."""
        if not (together.web and together.server):
            raise SystemExit("nothing was measured: the kinds of requests in step cost nothing")
        return Spent(
            self.web / together.web * whole.web, self.server / together.server * whole.server
        )

    def __sub__(self, other: "Spent") -> "Spent":
        return Spent(self.web - other.web, self.server - other.server)


@dataclass(frozen=True)
class Client:
    """A player: the site's address, session cookies, the way of playing, and what sends the requests."""

    address: tuple[str, int]
    cookies: Mapping[str, str]
    way: Way
    browser: type[Browser] = Browser


@dataclass(frozen=True)
class Slice:
    """Latencies and cost of one slice; also by kind if the kinds were sent one after the other."""

    seconds: float
    took: Took
    spent: Spent
    by_kind: dict[str, Spent] = field(default_factory=dict)


Drive = Callable[[Browser, Way, str, Took], None]
"""Continues play from a page and records the time of each request."""


def run_at_will(clients: Sequence[Client], seconds: float, spent: Callable[[], Spent]) -> Slice:
    """Let every client send requests as fast as they are answered."""
    going = _FORK.Barrier(len(clients) + 1)

    def drive(browser: Browser, way: Way, text: str, took: Took) -> None:
        going.wait()
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            text = _ask(browser, way, text, took)[0]

    with _Crowd(clients, drive, going) as crowd:
        going.wait()
        before = spent()
        going.wait()
        took = crowd.took()
        return Slice(seconds, took, spent() - before)


def run_in_step(clients: Sequence[Client], seconds: float, spent: Callable[[], Spent]) -> Slice:
    """Let all clients send the same kind of request at a time, to measure each kind's cost separately.

    A phase ends when nobody has a request of its kind left; a bet is sent once.
    """
    going, over = _FORK.Barrier(len(clients) + 1), _FORK.Event()
    kinds = clients[0].way.kinds

    def drive(browser: Browser, way: Way, text: str, took: Took) -> None:
        while True:
            for kind in reversed(kinds):
                going.wait()
                if over.is_set():
                    return
                text = _phase(browser, way, text, took, kind)
                going.wait()

    with _Crowd(clients, drive, going) as crowd:
        going.wait()
        by_kind = _phases(going, over, seconds, spent, list(reversed(kinds)))
        return Slice(seconds, crowd.took(), sum(by_kind.values(), Spent()), by_kind)


def _phases(
    going: Barrier, over: Event, seconds: float, spent: Callable[[], Spent], kinds: list[str]
) -> dict[str, Spent]:
    """Lead the clients from phase to phase and return the cost of each kind."""
    costs = dict.fromkeys(kinds, Spent())
    end = time.perf_counter() + seconds
    while True:
        if time.perf_counter() > end:
            over.set()
            going.wait()
            return costs
        for kind in kinds:
            before = spent()
            going.wait()
            going.wait()
            costs[kind] += spent() - before


def _phase(browser: Browser, way: Way, text: str, took: Took, kind: str) -> str:
    while way.next(text).kind == kind:
        text, asked = _ask(browser, way, text, took)
        if asked == way.kinds[0]:
            break
    return text


def _ask(browser: Browser, way: Way, text: str, took: Took) -> tuple[str, str]:
    asked = way.next(text)
    began = time.perf_counter()
    text = browser.send(asked)
    took.setdefault(asked.kind, []).append(round((time.perf_counter() - began) * 1e6))
    return text, asked.kind


class _Crowd:
    """The clients' processes; all of them are ended at exit."""

    def __init__(self, clients: Sequence[Client], drive: Drive, going: Barrier) -> None:
        self._going, self._drive = going, drive
        self._started: list[tuple[BaseProcess, Connection]] = []
        for client in clients:
            self._start(client)

    def _start(self, client: Client) -> None:
        ours, theirs = _FORK.Pipe(duplex=False)
        process = _FORK.Process(target=_play, args=(client, self._drive, self._going, theirs))
        process.start()
        theirs.close()  # a client that dies is then noticed as an EOF
        self._started.append((process, ours))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_rest: object) -> None:
        for process, pipe in self._started:
            if kind is not None:
                process.terminate()
            process.join()
            pipe.close()
        if kind is BrokenBarrierError:
            raise SystemExit("a client could not go on: its error stands above")

    def took(self) -> Took:
        """Wait for all clients and return their latencies by kind. Exits if a client failed."""
        together: Took = {}
        for _process, pipe in self._started:
            if not pipe.poll(_ANSWER_SECONDS):
                raise SystemExit("a client has not answered")
            try:
                noted: Took = pipe.recv()
            except EOFError as error:
                raise SystemExit("a client ended without a word: its error stands above") from error
            for kind, each in noted.items():
                together.setdefault(kind, []).extend(each)
        return together


def _play(client: Client, drive: Drive, going: Barrier, told: Connection) -> None:
    browser = client.browser(client.address, client.cookies)
    took: Took = {}
    try:
        text = browser.get(client.way.page)
        going.wait()
        drive(browser, client.way, text, took)
    except BaseException:
        going.abort()  # the others must not wait for this client
        raise
    told.send(took)
    browser.close()
