"""Secrets of shoes at rest: encrypted with keys from a file outside the database, the shoe's id inside the plaintext."""

import stat
from functools import lru_cache
from os import stat_result
from pathlib import Path
from uuid import UUID

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured


class Unsealable(Exception):
    """The token was not made with the keys that are at hand, if any are: with others it may open."""


class Misplaced(Exception):
    """The token opens, and was made for another shoe."""


def _keys() -> MultiFernet:
    """The keys of `SEED_KEY_FILE`, newest first, one a line, as they are now. The file is for its owner alone."""
    path = Path(settings.SEED_KEY_FILE)
    return _read(path, _of_contents(path.stat()))


def _of_contents(found: stat_result) -> tuple[int, ...]:
    return (found.st_mode, found.st_ino, found.st_size, found.st_mtime_ns)


@lru_cache(maxsize=1)
def _read(path: Path, of_contents: tuple[int, ...]) -> MultiFernet:
    """A file's keys, read anew when it is another file or was written to: processes see new keys without a restart."""
    if of_contents[0] & (stat.S_IRWXG | stat.S_IRWXO):
        raise ImproperlyConfigured(f"{path} can be read by others than its owner: chmod 600 it")
    lines = [line.strip() for line in path.read_text(encoding="ascii").splitlines() if line.strip()]
    if not lines:
        raise ImproperlyConfigured(f"{path} holds no key")
    return MultiFernet([Fernet(line) for line in lines])


def seal(shoe: UUID, secret: str) -> bytes:
    """Ciphertext of a shoe's seed, or of what is left in it."""
    return _keys().encrypt(f"{shoe}:{secret}".encode("ascii"))


def unseal(shoe: UUID, token: bytes) -> str:
    """The secret again. Raises `Unsealable`, `Misplaced`."""
    try:
        owner, _, secret = _keys().decrypt(token).decode("ascii").partition(":")
    except (InvalidToken, ImproperlyConfigured, OSError, ValueError) as error:
        raise Unsealable(str(shoe)) from error
    if owner != str(shoe):
        raise Misplaced(str(shoe))
    return secret
