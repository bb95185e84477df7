"""Keys of a signed list, delivered apart from it in a file that others cannot read.

One line `signed-by HEX` with the Ed25519 public key of the authority; for a register also `numbers HEX`, the key of the
HMAC-SHA-256 over document numbers.
"""

import hmac
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from django.core.exceptions import ImproperlyConfigured

from journal.values.keyring import load_keys

SIGNED_BY: Final = "signed-by"
NUMBERS: Final = "numbers"
_KEY_BYTES: Final = 32
_ID_LENGTH: Final = 16


@dataclass(frozen=True, slots=True)
class ListKeys:
    """The authority's public key, and the secret key for document numbers (empty without one)."""

    signed_by: Ed25519PublicKey
    numbers: bytes = b""

    def __repr__(self) -> str:
        """Show nothing secret."""
        return "ListKeys(…)"

    @property
    def numbers_id(self) -> str:
        """Public name of the key for document numbers; "" without one."""
        return sha256(self.numbers).hexdigest()[:_ID_LENGTH] if self.numbers else ""


def digest_number(key: bytes, normal: str) -> bytes:
    """Return the HMAC-SHA-256 of a normalised document number."""
    return hmac.digest(key, normal.encode(), "sha256")


def load_list_keys(path: Path) -> ListKeys:
    """Return the keys of a file. Raises OSError, and ImproperlyConfigured without a public key or with an odd line."""
    found = dict(_read_line(path, line) for line in load_keys(path))
    if SIGNED_BY not in found:
        raise ImproperlyConfigured(f"{path} has no line {SIGNED_BY}")
    return ListKeys(Ed25519PublicKey.from_public_bytes(found[SIGNED_BY]), found.get(NUMBERS, b""))


def _read_line(path: Path, line: str) -> tuple[str, bytes]:
    name, _, text = line.partition(" ")
    try:
        key = bytes.fromhex(text)
    except ValueError:
        key = b""
    if name not in {SIGNED_BY, NUMBERS} or len(key) != _KEY_BYTES:
        raise ImproperlyConfigured(f"{path}: a line is {SIGNED_BY} or {NUMBERS} with 64 hex digits")
    return name, key
