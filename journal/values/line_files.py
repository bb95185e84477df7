"""Append-only text files; a copy elsewhere is out of reach of the database's owner."""

import errno
import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

_LOCK: Final = ".lock"


@contextmanager
def lock_folder(folder: Path) -> Iterator[None]:
    """Lock the folder against other processes with a file lock, independent of the database."""
    folder.mkdir(parents=True, exist_ok=True)
    handle = os.open(folder, os.O_RDONLY)
    try:
        if _try_lock(handle):
            yield
        else:
            with lock_file(folder / _LOCK):
                yield
    finally:
        os.close(handle)


def _try_lock(handle: int) -> bool:
    """Wait for the lock of an open folder; return False where folders cannot be locked, as on NFS."""
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
    except OSError as error:
        if error.errno != errno.EBADF:
            raise
        return False
    return True


@contextmanager
def lock_file(path: Path) -> Iterator[None]:
    """Lock a file against other processes; it is made if needed, and stays."""
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def append_lines(path: Path, text: str) -> None:
    """Append complete lines and flush them to disk (`fsync`)."""
    cut_torn_line(path)
    with path.open("a", encoding="ascii") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    sync_folder(path.parent)


def cut_torn_line(path: Path) -> None:
    """Remove an unterminated last line, left by a crash. The next run writes it again."""
    if path.exists():
        content = path.read_bytes()
        whole = content[: content.rfind(b"\n") + 1]
        if whole != content:
            os.truncate(path, len(whole))


def sync_folder(folder: Path) -> None:
    """Flush the directory entries of the folder to disk (`fsync`)."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def read_complete_lines(path: Path) -> Iterator[str]:
    """Yield every line that ends with a line end."""
    for text in path.read_text(encoding="ascii", errors="replace").splitlines(keepends=True):
        if text.endswith("\n"):
            yield text.rstrip("\n")
