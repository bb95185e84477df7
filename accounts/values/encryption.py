"""Encryption at rest of documents and bank details, and keyed hashes to compare them.

`IDENTITY_KEY_FILE` holds Fernet keys, newest first. Its last line never changes: it is the key of the hashes.
"""

import base64
import hmac
from functools import lru_cache
from pathlib import Path

from cryptography.fernet import InvalidToken
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

from accounts.values.keyring import load_ciphers, load_keys


class UnsealFailed(Exception):
    """Content encrypted with other keys, or for another owner."""


def seal(owner: str, content: bytes) -> bytes:
    """Encrypt content for `owner` ("player 7"); the owner is part of the plaintext, and verified by `unseal`."""
    return load_ciphers(_file()).encrypt(owner.encode() + b"\0" + content)


def unseal(owner: str, token: bytes) -> bytes:
    """Decrypt content of this `owner`. Raises UnsealFailed."""
    try:
        found, _, content = load_ciphers(_file()).decrypt(token).partition(b"\0")
    except InvalidToken as error:
        raise UnsealFailed(owner) from error
    if found != owner.encode():
        raise UnsealFailed(owner)
    return content


def keyed_digest(country: str, number: str) -> str:
    """Return the keyed hash (HMAC-SHA-256, hex) of a country's document number, or of another kind of value."""
    key = _comparing(load_keys(_file())[-1])
    return hmac.digest(key, f"{country} {number}".encode(), "sha256").hex()


def _file() -> Path:
    return Path(settings.IDENTITY_KEY_FILE)


@lru_cache(maxsize=2)
def _comparing(line: str) -> bytes:
    kdf = HKDF(SHA256(), length=32, salt=None, info=b"numbers of identity documents")
    return kdf.derive(base64.urlsafe_b64decode(line))
