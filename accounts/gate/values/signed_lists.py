"""Format of signed lists: a header, an empty line, one entry a line, and a signature line (docs/gate.md).

The signature is Ed25519 over the SHA-256 of everything before its line.
"""

import base64
import binascii
import csv
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from hashlib import sha256
from typing import BinaryIO, Final

from cryptography.exceptions import InvalidSignature

from accounts.gate.values.list_keys import ListKeys
from accounts.gate.values.list_refusals import (
    ListForged,
    ListIncomplete,
    ListOfOtherKind,
    ListRefused,
    ListTruncated,
)

FIRST_LINE: Final = b"ligalo-list 1\n"
SIGNATURE: Final = b"signature: "
_HEADER_LINES: Final = 12
_LONGEST_LINE: Final = 1000
_NAMES: Final = frozenset({"kind", "source", "serial", "day", "entries"})
_MOST: Final = 2**31 - 1


class ListKind(StrEnum):
    """What a list is of."""

    REGISTER = "register"
    SANCTIONS = "sanctions"


@dataclass(frozen=True, slots=True)
class ListHeader:
    """What a list says about itself. `numbers` names the key of its document numbers."""

    kind: ListKind
    source: str
    serial: int
    day: date
    entries: int
    numbers: str = ""

    @property
    def text(self) -> str:
        """The header as it is written, with the empty line after it."""
        named = {
            "kind": self.kind.value,
            "source": self.source,
            "serial": self.serial,
            "day": self.day.isoformat(),
            "entries": self.entries,
            **({"numbers": self.numbers} if self.numbers else {}),
        }
        return FIRST_LINE.decode() + "".join(f"{k}: {v}\n" for k, v in named.items()) + "\n"


@dataclass(frozen=True, slots=True)
class SignedList:
    """A list whose signature and count are right; `sha256` is that of the whole signed part."""

    header: ListHeader
    sha256: str


def verify_list(file: BinaryIO, kind: ListKind, keys: ListKeys) -> SignedList:
    """Return the header of a list that is whole and signed. Raises a ListRefused."""
    header = _read_header(file)
    digest, entries, signature = _hash_list(file)
    _verify_signature(keys, signature, digest)
    if header.kind is not kind or header.numbers != keys.numbers_id:
        raise ListOfOtherKind
    if entries != header.entries:
        raise ListIncomplete
    return SignedList(header, digest)


def read_entries(file: BinaryIO) -> Iterator[list[str]]:
    """Yield the cells of each entry of a verified list. Raises ListRefused for text that is not UTF-8."""
    _read_header(file)
    lines = (line for line in file if not line.startswith(SIGNATURE))
    try:
        yield from csv.reader(line.decode() for line in lines)
    except (UnicodeDecodeError, csv.Error) as error:
        raise ListRefused from error


def _read_header(file: BinaryIO) -> ListHeader:
    """Read from the beginning to the empty line. Raises ListRefused, ListTruncated."""
    file.seek(0)
    if file.readline(_LONGEST_LINE) != FIRST_LINE:
        raise ListRefused
    named: dict[str, str] = {}
    for _ in range(_HEADER_LINES):
        line = file.readline(_LONGEST_LINE)
        if not line:
            raise ListTruncated
        if line == b"\n":
            break
        name, _, value = line.decode(errors="replace").rstrip("\n").partition(": ")
        named[name] = value
    return _parse_header(named)


def _parse_header(named: dict[str, str]) -> ListHeader:
    if not named.keys() >= _NAMES:
        raise ListRefused
    try:
        header = ListHeader(
            ListKind(named["kind"]),
            named["source"],
            int(named["serial"]),
            date.fromisoformat(named["day"]),
            int(named["entries"]),
            named.get("numbers", ""),
        )
    except ValueError as error:
        raise ListRefused from error
    if not (0 < header.serial <= _MOST and 0 <= header.entries <= _MOST and header.source):
        raise ListRefused
    return header


def _hash_list(file: BinaryIO) -> tuple[str, int, bytes]:
    """Return the digest of the signed part, the number of its entries, and the signature. Raises ListTruncated."""
    file.seek(0)
    digest, header = sha256(), 0
    for number, line in enumerate(file, 1):
        if line.startswith(SIGNATURE):
            return digest.hexdigest(), number - 1 - header, line.removeprefix(SIGNATURE)
        digest.update(line)
        if line == b"\n" and not header:
            header = number
    raise ListTruncated


def _verify_signature(keys: ListKeys, signature: bytes, digest: str) -> None:
    try:
        keys.signed_by.verify(base64.b64decode(signature), bytes.fromhex(digest))
    except (InvalidSignature, binascii.Error) as error:
        raise ListForged from error
