"""Encryption at rest of documents, addresses and bank details, and keyed hashes to compare them.

What belongs to a player is encrypted under that person's own key (`journal.values.person_keys`). `IDENTITY_KEY_FILE` holds Fernet
keys, newest first: they wrap those keys and encrypt the rest. Its last line never changes: it is the key of the hashes.
"""

import base64
import hmac
import re
from functools import lru_cache
from pathlib import Path
from typing import Final

from cryptography.fernet import InvalidToken
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

from journal.values.keyring import load_ciphers, load_keys
from journal.values.person_keys import PersonUnreadable, seal_for, unseal_for

_PERSON: Final = re.compile(r"(?:.+ of )?player (\d+)")
_MARK: Final = b"person:"
"""Start of what is encrypted under a person's key. Without it: under the installation's, as before there were others."""


class UnsealFailed(Exception):
    """Content encrypted with other keys or for another owner, or the person's key was destroyed."""


def seal(owner: str, content: bytes) -> bytes:
    """Encrypt content for `owner`; the owner is part of the plaintext, and verified by `unseal`.

    For "player 7" and "passport of player 7" the key is that of the person 7. Raises PersonUnreadable once it was destroyed.
    """
    told = owner.encode() + b"\0" + content
    if person := _PERSON.fullmatch(owner):
        return _MARK + seal_for(int(person[1]), told)
    return load_ciphers(_file()).encrypt(told)


def unseal(owner: str, token: bytes) -> bytes:
    """Decrypt content of this `owner`. Raises UnsealFailed."""
    try:
        found, _, content = _decrypt(owner, token).partition(b"\0")
    except (InvalidToken, PersonUnreadable) as error:
        raise UnsealFailed(owner) from error
    if found != owner.encode():
        raise UnsealFailed(owner)
    return content


def is_under_own_key(token: bytes) -> bool:
    """Return whether this was encrypted under a person's key, not the installation's."""
    return token.startswith(_MARK)


def _decrypt(owner: str, token: bytes) -> bytes:
    person = _PERSON.fullmatch(owner)
    if person and is_under_own_key(token):
        return unseal_for(int(person[1]), token.removeprefix(_MARK))
    return load_ciphers(_file()).decrypt(token)


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
