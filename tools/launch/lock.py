"""One launcher per folder at a time; cleanup after one that was killed."""

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
def hold_lock() -> Iterator[None]:
    """Hold the folder's file lock. Raises Refusal naming the process and address of the launcher that has it."""
    with _LOCK.open("a+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            file.seek(0)
            raise Refusal(f"It runs already from this folder ({file.read().strip()}).") from error
        write_note(f"process {os.getpid()}")
        try:
            yield
        finally:
            _CHILDREN.unlink(missing_ok=True)


def write_note(text: str) -> None:
    """Write the text of the lock file, which a second launcher shows."""
    _LOCK.write_text(text)


def record_children(pids: Iterable[int]) -> None:
    """Record our children for the next launcher, in case this one is killed."""
    _CHILDREN.write_text(json.dumps([[pid, _born(pid)] for pid in pids]))


def end_leftovers() -> None:
    """Terminate the children that a killed launcher left. They get SIGTERM, and SIGKILL after END_SECONDS."""
    if not _CHILDREN.exists():
        return
    left = [(pid, born) for pid, born in json.loads(_CHILDREN.read_text()) if born]
    limit = time.monotonic() + END_SECONDS
    while left := [(pid, born) for pid, born in left if _born(pid) == born]:
        for pid, _ in left:
            os.kill(pid, signal.SIGTERM if time.monotonic() < limit else signal.SIGKILL)
        time.sleep(0.1)  # polling: they are not our children
    _CHILDREN.unlink()


def _born(pid: int) -> str:
    """Return the process's start time in ticks since boot; empty if it has ended or is a zombie."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except FileNotFoundError:
        return ""
    return "" if fields[0] == "Z" else fields[19]
