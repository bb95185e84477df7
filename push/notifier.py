import logging
import os
import threading

from django.db import Error, connection, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

CHANNEL = "table_versions"
PAUSE_SECONDS = 0.05

_log = logging.getLogger(__name__)


class Notifier:
    """Notifies stream processes of new versions: at most one NOTIFY per place and pause.

    A thread sends them on its own autocommit connection: a transaction that notifies holds a
    cluster-wide lock until it has committed.
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
        """Send what is pending and stop the thread; the next announcement starts a new one."""
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
            # Stream processes compare versions once a second, so a lost notification only causes a delay.
            _log.warning("New versions were not announced", exc_info=True)
            own.close()


notifier = Notifier()


def _forget_the_parent() -> None:
    """Replace the notifier after a fork: the child has no threads of its parent."""
    global notifier  # noqa: PLW0603 - locks copied from the parent may never be released
    notifier = Notifier()


os.register_at_fork(after_in_child=_forget_the_parent)


def announce_version(place_id: int, version: int) -> None:
    """Announce the version after the commit; not at all after a rollback."""
    transaction.on_commit(lambda: notifier.announce(place_id, version))
