"""Keys of an authority, and lists signed with them."""

import base64
import csv
import io
import os
import secrets
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from hashlib import sha256
from pathlib import Path
from typing import Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)

from accounts.gate.values.list_keys import NUMBERS, SIGNED_BY, digest_number
from accounts.gate.values.signed_lists import SIGNATURE, ListHeader, ListKind
from accounts.identity.values.number_formats import normalise

PRIVATE: Final = "authority.key"
DELIVERED: Final = "list.keys"
_BYTES: Final = 32


@dataclass(frozen=True, slots=True)
class Authority:
    """The private key that signs, and the key of document numbers (empty for a sanctions list)."""

    private: Ed25519PrivateKey
    numbers: bytes

    @property
    def delivered(self) -> str:
        """The file that the operator gets apart from the lists."""
        public = self.private.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
        numbers = f"{NUMBERS} {self.numbers.hex()}\n" if self.numbers else ""
        return f"{SIGNED_BY} {public.hex()}\n{numbers}"

    @property
    def numbers_id(self) -> str:
        return sha256(self.numbers).hexdigest()[:16] if self.numbers else ""

    def sign(self, header: ListHeader, entries: Iterable[Iterable[str]]) -> Iterator[bytes]:
        """Yield the list in parts."""
        digest = sha256()
        for part in _write_parts(header, entries):
            digest.update(part)
            yield part
        yield SIGNATURE + base64.b64encode(self.private.sign(digest.digest())) + b"\n"

    def digest_entry(self, country: str, number: str) -> tuple[str, str]:
        """Return the register's entry of a document. Raises ValueError for an impossible number."""
        return country, digest_number(self.numbers, normalise(country, number)).hex()


def make_authority(kind: ListKind) -> Authority:
    """Return new keys."""
    numbers = secrets.token_bytes(_BYTES) if kind is ListKind.REGISTER else b""
    return Authority(Ed25519PrivateKey.generate(), numbers)


def save_authority(authority: Authority, folder: Path) -> None:
    """Write the authority's own keys and those it delivers, readable by their owner only."""
    folder.mkdir(parents=True, exist_ok=True)
    private = authority.private.private_bytes(Encoding.Raw, PrivateFormat.Raw, NoEncryption()).hex()
    _write_secret(folder / PRIVATE, f"{private}\n{authority.numbers.hex()}\n")
    _write_secret(folder / DELIVERED, authority.delivered)


def load_authority(folder: Path) -> Authority:
    """Return the keys that `save_authority` wrote."""
    private, numbers = (folder / PRIVATE).read_text(encoding="ascii").split("\n")[:2]
    return Authority(
        Ed25519PrivateKey.from_private_bytes(bytes.fromhex(private)), bytes.fromhex(numbers)
    )


def make_header(
    authority: Authority, kind: ListKind, serial: int, day: date, entries: int
) -> ListHeader:
    """Return the header of a list of these keys."""
    return ListHeader(kind, "trial authority", serial, day, entries, authority.numbers_id)


def _write_parts(header: ListHeader, entries: Iterable[Iterable[str]]) -> Iterator[bytes]:
    yield header.text.encode()
    for entry in entries:
        line = io.StringIO()
        csv.writer(line, lineterminator="\n").writerow(entry)
        yield line.getvalue().encode()


def _write_secret(path: Path, text: str) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(text)
