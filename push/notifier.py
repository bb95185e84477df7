import logging
import os
import threading

from django.db import Error, connection, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

CHANNEL = "table_versions"
PAUSE_SECONDS = 0.05

_log = logging.getLogger(__name__)


class Notifier:
    """Tells stream processes about new versions: at most one NOTIFY for each place and pause.

    A thread with an autocommit connection of its own sends them: a transaction that notifies
    holds a lock of the whole cluster until its commit is done.
    """

    def __init__(self, pause: float = PAUSE_SECONDS) -> None:
        self._pause = pause
        self._newest: dict[int, int] = {}
        self._starting = threading.Lock()
        self._guard = threading.Lock()
        self._pending = threading.Event()
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None

    def announce(self, place_id: int, version: int) -> None:
        with self._starting:
            with self._guard:
                self._newest[place_id] = max(version, self._newest.get(place_id, version))
            self._start()
            self._pending.set()

    def stop(self) -> None:
        """Send what is pending and end the thread; the next announcement starts another."""
        with self._starting:
            if self._thread is None:
                return
            self._stopping.set()
            self._pending.set()
            self._thread.join()
            self._thread = None

    def _start(self) -> None:
        if self._thread is None:
            self._stopping.clear()
            self._thread = threading.Thread(target=self._run, name="notifier", daemon=True)
            self._thread.start()

    def _run(self) -> None:
        own = connection.copy()
        try:
            while not self._stopping.is_set():
                self._pending.wait()
                self._send(own, self._take())
                self._stopping.wait(self._pause)
            self._send(own, self._take())
        finally:
            own.close()

    def _take(self) -> dict[int, int]:
        with self._guard:
            self._pending.clear()
            taken, self._newest = self._newest, {}
        return taken

    def _send(self, own: BaseDatabaseWrapper, versions: dict[int, int]) -> None:
        try:
            with own.cursor() as cursor:
                for place_id, version in versions.items():
                    cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, f"{place_id} {version}"])
        except Error:
            # Stream processes compare versions once a second, so a lost one is only late.
            _log.warning("New versions were not announced", exc_info=True)
            own.close()


notifier = Notifier()


def _forget_the_parent() -> None:
    """A forked process has none of its parent's threads."""
    global notifier  # noqa: PLW0603 - the parent's locks may be held for ever in the child
    notifier = Notifier()


os.register_at_fork(after_in_child=_forget_the_parent)


def announce_version(place_id: int, version: int) -> None:
    """Announce once the running transaction is committed, and never if it is rolled back."""
    transaction.on_commit(lambda: notifier.announce(place_id, version))
