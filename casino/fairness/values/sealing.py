"""Encryption of shoes' secrets with keys from a file outside the database (decryption: `casino.fairness.selectors.unsealing`).

The plaintext includes the shoe's id, so a token cannot be used for another shoe.
"""

from pathlib import Path
from uuid import UUID

from cryptography.fernet import MultiFernet
from django.conf import settings

from journal.values.keyring import load_ciphers


class SeedUnsealable(Exception):
    """None of the present keys decrypts the token; others may."""


class SeedMisplaced(Exception):
    """The token was made for another shoe."""


def _keys() -> MultiFernet:
    return load_ciphers(Path(settings.SEED_KEY_FILE))


def seal_seed(shoe: UUID, secret: str) -> bytes:
    """Encrypt a shoe's seed, or its remaining cards."""
    return _keys().encrypt(f"{shoe}:{secret}".encode("ascii"))
