"""The environment of one fault: a server, its players, and clients at work."""

import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Barrier, Event
from typing import TypeVar

from django.db import connection

from tools.faults.moves import Mover
from tools.faults.record import Book
from tools.faults.report import Result
from tools.faults.server import Database

T = TypeVar("T")
CLIENTS = 8


class Stage:
    """The server, folder, result and load of one fault. `seconds` is the duration of its load."""

    def __init__(self, name: str, folder: Path, database: Database, seconds: float) -> None:
        self.folder, self.database, self.seconds = folder, database, seconds
        self.result = Result(name)
        self.books = folder / "books"
        self.books.mkdir()
        self.made = 0

    def tell(self, text: str) -> None:
        """Print the current status to the terminal."""
        print(text, file=sys.stderr, flush=True)

    def book(self, name: str) -> Book:
        """Return a client's book."""
        return Book(self.books / f"{name}.book")

    def players(self, count: int) -> list[int]:
        """Create players without money; return their ids."""
        from accounts.sign_up.services.demo import register_demo_player  # noqa: PLC0415  # needs the app registry

        numbers = range(self.made, self.made + count)
        self.made += count
        return [
            register_demo_player(f"p{n}@faults.test", PASSWORD, f"Player {n}").pk for n in numbers
        ]

    @contextmanager
    def movers(self, count: int = CLIENTS) -> Iterator[None]:
        """Run clients that move money inside the context, with half as many players as clients."""
        players, stop = self.players(max(2, count // 2)), Event()
        movers = [Mover(n, players, self.book(f"mover{n}")) for n in range(count)]
        with ThreadPoolExecutor(count) as threads:
            running = [threads.submit(mover.run, stop) for mover in movers]
            try:
                yield
            finally:
                stop.set()
                _see(running)

    def go_on(self, text: str, share: float) -> None:
        """Print the step and let the load run for a share of the fault's seconds."""
        if text:
            self.tell(text)
        time.sleep(self.seconds * share)  # the load runs in other threads


PASSWORD = "a-long-password-of-the-faults"  # noqa: S105  # people on a disposable server


def _see(running: list[Future[None]]) -> None:
    for each in running:
        each.result()


def run_at_once(count: int, work: Callable[[int], T]) -> list[T]:
    """Run `work(0)` … `work(count - 1)` at the same moment, each on its own connection, opened before."""
    gate = Barrier(count)

    def run(number: int) -> T:
        try:
            connection.ensure_connection()
            gate.wait(timeout=60)
            return work(number)
        finally:
            connection.close()

    with ThreadPoolExecutor(count) as threads:
        return list(threads.map(run, range(count)))


def wait_until(what: Callable[[], T], why: str, seconds: float = 30) -> T:
    """Poll until `what` returns something true, and return it. Raises TimeoutError."""
    limit = time.monotonic() + seconds
    while not (seen := what()):
        if time.monotonic() > limit:
            raise TimeoutError(f"it did not come: {why}")
        time.sleep(0.02)  # polling: there is no event to wait for
    return seen
