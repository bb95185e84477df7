"""Encryption of shoes' secrets with keys from a file outside the database.

The plaintext includes the shoe's id, so a token cannot be used for another shoe.
"""

from pathlib import Path
from uuid import UUID

from cryptography.fernet import InvalidToken, MultiFernet
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from accounts.values.keyring import load_ciphers


class SeedUnsealable(Exception):
    """None of the present keys decrypts the token; others may."""


class SeedMisplaced(Exception):
    """The token was made for another shoe."""


def _keys() -> MultiFernet:
    return load_ciphers(Path(settings.SEED_KEY_FILE))


def seal_seed(shoe: UUID, secret: str) -> bytes:
    """Encrypt a shoe's seed, or its remaining cards."""
    return _keys().encrypt(f"{shoe}:{secret}".encode("ascii"))


def unseal_seed(shoe: UUID, token: bytes) -> str:
    """Decrypt a secret. Raises `SeedUnsealable`, `SeedMisplaced`."""
    try:
        owner, _, secret = _keys().decrypt(token).decode("ascii").partition(":")
    except (InvalidToken, ImproperlyConfigured, OSError, ValueError) as error:
        raise SeedUnsealable(str(shoe)) from error
    if owner != str(shoe):
        raise SeedMisplaced(str(shoe))
    return secret
