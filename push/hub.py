"""Streams per table and the newest state of each: rendered once per change and variant, for any number of readers."""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class TableEvent:
    """The state of a table as the bytes of a server-sent event."""

    version: int
    event: bytes


Render = Callable[[int, Collection[str]], tuple[int, Mapping[str, str]]]
"""Returns the version of a table and its public state in each variant (`push.tickets`). Runs in a thread."""

Versions = Callable[[Iterable[int]], Mapping[int, int]]
"""Returns the versions of tables. Runs in a thread."""


class Subscription:
    """One stream. It keeps at most one unsent state, the newest."""

    __slots__ = ("_slot", "_waiting", "sent")

    def __init__(self, since: int) -> None:
        self.sent = since
        self._slot: TableEvent | None = None
        self._waiting: asyncio.Future[None] | None = None

    def offer(self, state: TableEvent) -> None:
        """Replace the unsent state; a state older than the last one sent is ignored."""
        if state.version <= self.sent:
            return
        self._slot = state
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    async def next(self, seconds: float) -> TableEvent | None:
        """Return the next state; None after `seconds` without one."""
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
    """Streams and newest state per variant, and whether a newer state is being rendered."""

    __slots__ = ("is_rendering", "is_stale", "newest", "subscriptions")

    def __init__(self) -> None:
        self.subscriptions: defaultdict[str, set[Subscription]] = defaultdict(set)
        self.newest: dict[str, TableEvent] = {}
        self.is_rendering = self.is_stale = False

    @property
    def version(self) -> int:
        """Oldest version shown in any variant; -1 before the first."""
        return min((state.version for state in self.newest.values()), default=-1)

    def add(self, variant: str, subscription: Subscription) -> bool:
        """Add a stream. Return whether the current state in its variant is known."""
        self.subscriptions[variant].add(subscription)
        state = self.newest.get(variant)
        if state is not None:
            subscription.offer(state)
        return state is not None

    def remove(self, variant: str, subscription: Subscription) -> None:
        """Remove a stream, and the variant if it was the last one."""
        self.subscriptions[variant].discard(subscription)
        if not self.subscriptions[variant]:
            del self.subscriptions[variant]
            self.newest.pop(variant, None)

    def show(self, variant: str, state: TableEvent) -> None:
        """Offer a state to the streams of a variant, unless a newer one is known or no stream is left."""
        newest = self.newest.get(variant)
        if variant not in self.subscriptions or (newest and newest.version > state.version):
            return
        self.newest[variant] = state
        for subscription in self.subscriptions[variant]:
            subscription.offer(state)


class Hub:
    """All streams of one process."""

    def __init__(self, render: Render, versions: Versions, threads: Executor) -> None:
        self._render, self._versions, self._threads = render, versions, threads
        self._tables: dict[int, _Table] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def streams(self) -> int:
        """Number of open streams."""
        return sum(len(s) for table in self._tables.values() for s in table.subscriptions.values())

    def subscribe(self, place: int, variant: str, since: int) -> Subscription:
        """Open a stream. It starts with the current state if that is newer than `since`."""
        table = self._tables.setdefault(place, _Table())
        made = Subscription(since)
        if not table.add(variant, made):
            self._refresh(place, table)
        return made

    def unsubscribe(self, place: int, variant: str, subscription: Subscription) -> None:
        """Close a stream, and forget the table if it was the last one."""
        table = self._tables.get(place)
        if table is None:
            return
        table.remove(variant, subscription)
        if not table.subscriptions:
            del self._tables[place]

    def announce(self, place: int, version: int) -> None:
        """Render the table if this version is newer."""
        table = self._tables.get(place)
        if table is not None and table.version < version:
            self._refresh(place, table)

    async def announce_missed(self) -> None:
        """Look for changes whose announcement was lost."""
        places = list(self._tables)
        if not places:
            return
        loop = asyncio.get_running_loop()
        found = await loop.run_in_executor(self._threads, self._versions, places)
        for place, version in found.items():
            self.announce(place, version)

    def _refresh(self, place: int, table: _Table) -> None:
        """Render the table. A change during rendering causes another rendering."""
        if table.is_rendering:
            table.is_stale = True
            return
        table.is_rendering = True
        task = asyncio.get_running_loop().create_task(self._renders(place, table))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _renders(self, place: int, table: _Table) -> None:
        loop = asyncio.get_running_loop()
        try:
            while True:
                table.is_stale = False
                try:
                    version, found = await loop.run_in_executor(
                        self._threads, self._render, place, list(table.subscriptions)
                    )
                except Exception:  # noqa: BLE001 - any error; the next change renders again
                    _log.exception("The table of place %s could not be rendered", place)
                    return
                for variant, text in found.items():
                    table.show(variant, TableEvent(version, encode_event(text)))
                if not table.is_stale:
                    return
        finally:
            table.is_rendering = False


def encode_event(text: str) -> bytes:
    """Encode a state as a server-sent event, one data line per line."""
    lines = (f"data: {line}\n" for line in text.splitlines() if line.strip())
    return f"event: table\n{''.join(lines)}\n".encode()
