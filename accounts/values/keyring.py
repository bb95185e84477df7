"""Key files outside the database: Fernet keys, one per line, newest first, readable by their owner only."""

import stat
from functools import lru_cache
from os import stat_result
from pathlib import Path

from cryptography.fernet import Fernet, MultiFernet
from django.core.exceptions import ImproperlyConfigured


def load_ciphers(path: Path) -> MultiFernet:
    """The current keys of a file: any decrypts, the newest encrypts."""
    return MultiFernet([Fernet(line) for line in load_keys(path)])


def load_keys(path: Path) -> tuple[str, ...]:
    """The keys themselves. Raises OSError, and ImproperlyConfigured where others can read the file or it is empty."""
    return _read(path, _of_contents(path.stat()))


def _of_contents(found: stat_result) -> tuple[int, ...]:
    return (found.st_mode, found.st_ino, found.st_size, found.st_mtime_ns)


@lru_cache(maxsize=4)
def _read(path: Path, of_contents: tuple[int, ...]) -> tuple[str, ...]:
    """Read the file again if it was replaced or changed: new keys need no restart."""
    if of_contents[0] & (stat.S_IRWXG | stat.S_IRWXO):
        raise ImproperlyConfigured(f"{path} can be read by others than its owner: chmod 600 it")
    found = (line.strip() for line in path.read_text(encoding="ascii").splitlines())
    if not (keys := tuple(line for line in found if line)):
        raise ImproperlyConfigured(f"{path} holds no key")
    return keys
