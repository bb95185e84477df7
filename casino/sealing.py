"""Server seeds at rest: encrypted with keys from a file outside the database, the shoe's id inside the plaintext."""

import stat
from functools import lru_cache
from pathlib import Path
from uuid import UUID

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured


class Unsealable(Exception):
    """The token was not made with these keys, or not for this shoe."""


@lru_cache(maxsize=1)
def _keys(path: str) -> MultiFernet:
    """The keys of `SEED_KEY_FILE`, newest first, one a line. The file is for its owner alone."""
    file = Path(path)
    if file.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
        raise ImproperlyConfigured(f"{path} can be read by others than its owner: chmod 600 it")
    lines = [line.strip() for line in file.read_text(encoding="ascii").splitlines() if line.strip()]
    if not lines:
        raise ImproperlyConfigured(f"{path} holds no key")
    return MultiFernet([Fernet(line) for line in lines])


def seal(shoe: UUID, server_seed: str) -> bytes:
    """Ciphertext of a shoe's seed."""
    return _keys(str(settings.SEED_KEY_FILE)).encrypt(f"{shoe}:{server_seed}".encode("ascii"))


def unseal(shoe: UUID, token: bytes) -> str:
    """The seed again. Raises `Unsealable`."""
    try:
        owner, _, server_seed = (
            _keys(str(settings.SEED_KEY_FILE)).decrypt(token).decode("ascii").partition(":")
        )
    except InvalidToken as error:
        raise Unsealable(str(shoe)) from error
    if owner != str(shoe):
        raise Unsealable(str(shoe))
    return server_seed
