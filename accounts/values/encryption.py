"""What is known of a person's document, and where they are paid, at rest: encrypted with keys of a file outside the database, and compared by a keyed hash.

`IDENTITY_KEY_FILE` holds Fernet keys, the newest first. Its last line stays for good: numbers are compared by it, and no other
account would be found by a number that is hashed with another key.
"""

import base64
import hmac
from functools import lru_cache
from pathlib import Path

from cryptography.fernet import InvalidToken
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

from accounts.values.keyring import ciphers, lines


class Unsealable(Exception):
    """It was not encrypted with the keys at hand, or for something else."""


def seal(owner: str, content: bytes) -> bytes:
    """Encrypt what belongs to `owner` ("player 7"); it opens for that owner alone."""
    return ciphers(_file()).encrypt(owner.encode() + b"\0" + content)


def unseal(owner: str, token: bytes) -> bytes:
    """The content again. Raises Unsealable."""
    try:
        found, _, content = ciphers(_file()).decrypt(token).partition(b"\0")
    except InvalidToken as error:
        raise Unsealable(owner) from error
    if found != owner.encode():
        raise Unsealable(owner)
    return content


def digest(country: str, number: str) -> str:
    """What the number of a country's document, or of another kind of thing, is compared by; nothing leads back from it without the key."""
    key = _comparing(lines(_file())[-1])
    return hmac.digest(key, f"{country} {number}".encode(), "sha256").hex()


def _file() -> Path:
    return Path(settings.IDENTITY_KEY_FILE)


@lru_cache(maxsize=2)
def _comparing(line: str) -> bytes:
    kdf = HKDF(SHA256(), length=32, salt=None, info=b"numbers of identity documents")
    return kdf.derive(base64.urlsafe_b64decode(line))
