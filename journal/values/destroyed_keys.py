"""The append-only list of destroyed keys, beside the seals: a restored database or key store does not know of its newest lines.

Each line: number of the person, time (UTC), what decided it ("erasure 12"), hash of this line and the one before.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from django.conf import settings

from journal.values.line_files import append_lines, lock_file, read_complete_lines

_NAME: Final = "destroyed-keys.txt"
_BEGINNING: Final = hashlib.sha256(b"").hexdigest()


@dataclass(frozen=True, slots=True)
class DestroyedKey:
    """One line of the list."""

    person: int
    at: datetime
    decision: str


class ListDamaged(Exception):
    """A line of the list was changed, removed or put between others."""

    def __init__(self, line: int) -> None:
        super().__init__(f"line {line} of the list of destroyed keys is not what was written")


def read_list() -> list[DestroyedKey]:
    """Return the list, oldest first. Raises ListDamaged."""
    return [one for one, _hash in _each_line()]


def is_listed(person: int) -> bool:
    """Return whether this person's key was destroyed. Raises ListDamaged."""
    return any(one.person == person for one in read_list())


def add_to_list(key: DestroyedKey) -> None:
    """Append a line unless the person is listed, on disk when this returns. Raises ListDamaged."""
    path = _path()
    path.parent.mkdir(parents=True, exist_ok=True)
    with lock_file(path.with_suffix(".lock")):
        written = list(_each_line())
        if any(one.person == key.person for one, _hash in written):
            return
        content = f"{key.person} {key.at.isoformat(timespec='seconds')} {key.decision}"
        before = written[-1][1] if written else _BEGINNING
        append_lines(path, f"{content} {_hash(before, content)}\n")


def _each_line() -> Iterator[tuple[DestroyedKey, str]]:
    path, before = _path(), _BEGINNING
    for number, line in enumerate(read_complete_lines(path) if path.exists() else (), 1):
        content, _space, own = line.rpartition(" ")
        if own != _hash(before, content):
            raise ListDamaged(number)
        person, at, decision = content.split(" ", 2)
        yield DestroyedKey(int(person), datetime.fromisoformat(at), decision), own
        before = own


def _hash(before: str, content: str) -> str:
    return hashlib.sha256(f"{before} {content}".encode()).hexdigest()


def _path() -> Path:
    return Path(settings.LEDGER_SEALS) / _NAME
