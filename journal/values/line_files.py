"""Append-only files of lines: a copy elsewhere is out of reach of the database's owner."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Exclude other processes from the folder, by a file lock independent of the database."""
    folder.mkdir(parents=True, exist_ok=True)
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def add(path: Path, text: str) -> None:
    """Add whole lines at the end, and have the disk keep them."""
    cut_torn_line(path)
    with path.open("a", encoding="ascii") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    sync_folder(path.parent)


def cut_torn_line(path: Path) -> None:
    """Remove an unterminated last line, left by a crash; it is written again."""
    if path.exists():
        content = path.read_bytes()
        whole = content[: content.rfind(b"\n") + 1]
        if whole != content:
            os.truncate(path, len(whole))


def sync_folder(folder: Path) -> None:
    """Have the disk keep the names in it."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def whole_lines(path: Path) -> Iterator[str]:
    """Yield every line that has its end."""
    for text in path.read_text(encoding="ascii", errors="replace").splitlines(keepends=True):
        if text.endswith("\n"):
            yield text.rstrip("\n")
