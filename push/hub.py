"""Who looks at which table, and the newest state for each: rendered once for each change and language, however many look."""

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class TableEvent:
    """What a table shows, as the bytes of an event."""

    version: int
    event: bytes


Render = Callable[[int, str], tuple[int, str]]
"""The version of a table, and its public fragment in a language. Runs in a thread."""

Versions = Callable[[Iterable[int]], Mapping[int, int]]
"""The versions of tables. Runs in a thread."""


class Subscription:
    """One stream: at most one state that it has not sent, the newest."""

    __slots__ = ("_slot", "_waiting", "sent")

    def __init__(self, since: int) -> None:
        self.sent = since
        self._slot: TableEvent | None = None
        self._waiting: asyncio.Future[None] | None = None

    def offer(self, state: TableEvent) -> None:
        """Put a state in the place of any that has not been sent; an older one than was sent is left out."""
        if state.version <= self.sent:
            return
        self._slot = state
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    async def next(self, seconds: float) -> TableEvent | None:
        """The next state; None where there is none for so long."""
        if self._slot is None:
            self._waiting = asyncio.get_running_loop().create_future()
            try:
                await asyncio.wait_for(self._waiting, seconds)
            except TimeoutError:
                return None
            finally:
                self._waiting = None
        state, self._slot = self._slot, None
        if state is not None:
            self.sent = state.version
        return state


class _Table:
    """A table in one language: its streams, its newest state, and whether a newer one is being rendered."""

    __slots__ = ("is_rendering", "is_stale", "newest", "subscriptions")

    def __init__(self) -> None:
        self.subscriptions: set[Subscription] = set()
        self.newest: TableEvent | None = None
        self.is_rendering = self.is_stale = False


class Hub:
    """The streams of one process."""

    def __init__(self, render: Render, versions: Versions, threads: Executor) -> None:
        self._render, self._versions, self._threads = render, versions, threads
        self._tables: dict[tuple[int, str], _Table] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def streams(self) -> int:
        """How many are open."""
        return sum(len(table.subscriptions) for table in self._tables.values())

    def subscribe(self, place: int, language: str, since: int) -> Subscription:
        """A stream that begins with the present state if it is newer than `since`."""
        table = self._tables.setdefault((place, language), _Table())
        made = Subscription(since)
        table.subscriptions.add(made)
        if table.newest is not None and len(table.subscriptions) > 1:
            made.offer(table.newest)
        else:
            self._refresh(place, language, table)
        return made

    def unsubscribe(self, place: int, language: str, subscription: Subscription) -> None:
        """End a stream; a table without streams is forgotten."""
        table = self._tables.get((place, language))
        if table is None:
            return
        table.subscriptions.discard(subscription)
        if not table.subscriptions:
            del self._tables[place, language]

    def announce(self, place: int, version: int) -> None:
        """A table has changed."""
        for (known, language), table in list(self._tables.items()):
            if known == place and (table.newest is None or table.newest.version < version):
                self._refresh(place, language, table)

    async def compare(self) -> None:
        """Look for changes that were not announced."""
        places = {place for place, _language in self._tables}
        if not places:
            return
        loop = asyncio.get_running_loop()
        found = await loop.run_in_executor(self._threads, self._versions, places)
        for place, version in found.items():
            self.announce(place, version)

    def _refresh(self, place: int, language: str, table: _Table) -> None:
        """Render the table; while that runs, another change makes it render once more."""
        if table.is_rendering:
            table.is_stale = True
            return
        table.is_rendering = True
        task = asyncio.get_running_loop().create_task(self._renders(place, language, table))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _renders(self, place: int, language: str, table: _Table) -> None:
        loop = asyncio.get_running_loop()
        try:
            while True:
                table.is_stale = False
                try:
                    version, html = await loop.run_in_executor(
                        self._threads, self._render, place, language
                    )
                except Exception:  # noqa: BLE001 - whatever it was, the next change is tried again
                    _log.exception("The table of place %s could not be rendered", place)
                    return
                self._deliver(table, TableEvent(version, event_of(html)))
                if not table.is_stale:
                    return
        finally:
            table.is_rendering = False

    @staticmethod
    def _deliver(table: _Table, state: TableEvent) -> None:
        if table.newest is not None and state.version < table.newest.version:
            return
        table.newest = state
        for subscription in table.subscriptions:
            subscription.offer(state)


def event_of(html: str) -> bytes:
    """A fragment as a server-sent event; each line of it is a line of data."""
    lines = (f"data: {line}\n" for line in html.splitlines() if line.strip())
    return f"event: table\n{''.join(lines)}\n".encode()
