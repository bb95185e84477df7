"""One launcher in a folder at a time, and the ends of one that was killed."""

import fcntl
import json
import os
import signal
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tools.launch import layout
from tools.launch.console import Refusal

_LOCK = layout.RUNNING / "lock"
_CHILDREN = layout.RUNNING / "children.json"
END_SECONDS = 10


@contextmanager
def only_one() -> Iterator[None]:
    """Holds the folder; refuses when another launcher has it, with its process and address."""
    with _LOCK.open("a+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            file.seek(0)
            raise Refusal(f"It runs already from this folder ({file.read().strip()}).") from error
        note(f"process {os.getpid()}")
        try:
            yield
        finally:
            _CHILDREN.unlink(missing_ok=True)


def note(text: str) -> None:
    """The contents of the lock file, shown to a second launcher."""
    _LOCK.write_text(text)


def remember(pids: Iterable[int]) -> None:
    """Writes down our children, for the launcher after one that was killed."""
    _CHILDREN.write_text(json.dumps([[pid, _born(pid)] for pid in pids]))


def end_leftovers() -> None:
    """Ends the children that a killed launcher left; by themselves they are about to end."""
    if not _CHILDREN.exists():
        return
    left = [(pid, born) for pid, born in json.loads(_CHILDREN.read_text()) if born]
    limit = time.monotonic() + END_SECONDS
    while left := [(pid, born) for pid, born in left if _born(pid) == born]:
        for pid, _ in left:
            os.kill(pid, signal.SIGTERM if time.monotonic() < limit else signal.SIGKILL)
        time.sleep(0.1)  # they are no children of ours, so there is nothing to wait on
    _CHILDREN.unlink()


def _born(pid: int) -> str:
    """Start time of the process, in ticks since boot; empty if it has ended or is a zombie."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except FileNotFoundError:
        return ""
    return "" if fields[0] == "Z" else fields[19]
