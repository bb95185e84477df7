"""Secrets of shoes at rest: encrypted with keys from a file outside the database, the shoe's id inside the plaintext."""

from pathlib import Path
from uuid import UUID

from cryptography.fernet import InvalidToken, MultiFernet
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from accounts.values.keyring import ciphers


class SeedUnsealable(Exception):
    """The token was not made with the keys that are at hand, if any are: with others it may open."""


class SeedMisplaced(Exception):
    """The token opens, and was made for another shoe."""


def _keys() -> MultiFernet:
    """The keys of `SEED_KEY_FILE`, as they are now."""
    return ciphers(Path(settings.SEED_KEY_FILE))


def seal(shoe: UUID, secret: str) -> bytes:
    """Ciphertext of a shoe's seed, or of what is left in it."""
    return _keys().encrypt(f"{shoe}:{secret}".encode("ascii"))


def unseal(shoe: UUID, token: bytes) -> str:
    """The secret again. Raises `Unsealable`, `Misplaced`."""
    try:
        owner, _, secret = _keys().decrypt(token).decode("ascii").partition(":")
    except (InvalidToken, ImproperlyConfigured, OSError, ValueError) as error:
        raise SeedUnsealable(str(shoe)) from error
    if owner != str(shoe):
        raise SeedMisplaced(str(shoe))
    return secret
