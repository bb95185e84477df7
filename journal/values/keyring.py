"""Key files outside the database: Fernet keys, one per line, newest first, readable by their owner only."""

import os
import stat
from functools import lru_cache
from os import stat_result
from pathlib import Path

from cryptography.fernet import Fernet, MultiFernet
from django.core.exceptions import ImproperlyConfigured


def forbidden_bits(path: Path) -> int:
    """Return the mode bits that a key file must not have.

    systemd hands a process its credentials with the mode 0400 or, with an access control list for its user, 0440, in a
    folder that others cannot enter.
    """
    folder = os.environ.get("CREDENTIALS_DIRECTORY")
    is_credential = folder is not None and Path(folder) in path.parents
    return 0o137 if is_credential else 0o177


def load_ciphers(path: Path) -> MultiFernet:
    """Return the cipher of a key file: the newest key encrypts, any key decrypts. Raises as `load_keys`."""
    return MultiFernet([Fernet(line) for line in load_keys(path)])


def load_keys(path: Path) -> tuple[str, ...]:
    """Return the keys of a file, newest first.

    Raises OSError, and ImproperlyConfigured if others can read the file or it is empty.
    """
    return _read(path, _of_contents(path.stat()))


def _of_contents(found: stat_result) -> tuple[int, ...]:
    return (found.st_mode, found.st_ino, found.st_size, found.st_mtime_ns)


@lru_cache(maxsize=4)
def _read(path: Path, of_contents: tuple[int, ...]) -> tuple[str, ...]:
    """Read the keys, cached by the file's metadata, so that new keys need no restart."""
    if of_contents[0] & forbidden_bits(path) & (stat.S_IRWXG | stat.S_IRWXO):
        raise ImproperlyConfigured(f"{path} can be read by others than its owner: chmod 600 it")
    found = (line.strip() for line in path.read_text(encoding="ascii").splitlines())
    if not (keys := tuple(line for line in found if line)):
        raise ImproperlyConfigured(f"{path} holds no key")
    return keys
