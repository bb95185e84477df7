"""External copies of seals: a rewritten ledger no longer matches these files.

One file per UTC day of sealing, one line per block: number, hash, entries, time. Append-only; meant to be copied
elsewhere. Lines that were lost and rewritten from the database are in separate files, marked by name.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from datetime import timedelta
from itertools import groupby
from pathlib import Path
from typing import Final

from django.conf import settings
from django.db.models import Min, QuerySet
from django.utils import timezone

from journal.values import line_files
from wallet.ledger.models import Seal

SEALS_LINE: Final = "seals are those written outside the database"
WRITTEN_WITHIN: Final = timedelta(minutes=10)
"""Maximum age of a block that is not yet in a file."""

_DAYS: Final = "????-??-??.txt"
_REFILLED: Final = "????-??-??-refilled.txt"

_TAIL: Final = 1024
"""Bytes at the end of a file that contain its last complete line."""

_LINE = re.compile(r"(\d+) ([0-9a-f]{64}) (\d+) \S+")


def seals_folder() -> Path:
    return Path(settings.LEDGER_SEALS)


def lock_files() -> AbstractContextManager[None]:
    """Return a file lock on the folder that excludes other processes."""
    return line_files.lock_folder(seals_folder())


def append_seals(seals: Sequence[Seal], *, refilled: bool = False) -> None:
    """Append seals, in ascending order, to the files of their days and flush them to disk."""
    for day, of_day in groupby(seals, key=lambda seal: f"{seal.sealed_at:%Y-%m-%d}"):
        text = "".join(f"{format_seal(seal)}\n" for seal in of_day)
        name = f"{day}{'-refilled' if refilled else ''}.txt"
        line_files.append_lines(seals_folder() / name, text)


def format_seal(seal: Seal) -> str:
    return f"{seal.number} {bytes(seal.hash).hex()} {seal.entries} {seal.sealed_at.isoformat()}"


def read_lines(place: Path | None = None, first: str = "") -> Iterator[tuple[str, str]]:
    """Yield (file name, line) of every complete line, in order, from `place` or the house's own folder.

    Files before the day `first` are skipped.
    """
    place = place or seals_folder()
    for path in sorted([*place.glob(_DAYS), *place.glob(_REFILLED)]):
        if path.name < first:
            continue
        for text in line_files.read_complete_lines(path):
            yield path.name, text


def written_blocks(place: Path | None = None) -> set[int]:
    """Return the numbers of all blocks that have a line."""
    return {int(found[1]) for _, text in read_lines(place) if (found := _LINE.fullmatch(text))}


def last_written_block() -> int:
    """Return the number of the last block in the files, refilled ones excluded; 0 without any.

    Lines ascend, so the last line of each file suffices.
    """
    return max(map(_last_of, seals_folder().glob(_DAYS)), default=0)


def _last_of(path: Path) -> int:
    with path.open("rb") as file:
        file.seek(max(path.stat().st_size - _TAIL, 0))
        whole = file.read().decode("ascii", errors="replace").rpartition("\n")[0]
    found = _LINE.fullmatch(whole.rpartition("\n")[2])
    return int(found[1]) if found else _greatest(path)


def _greatest(path: Path) -> int:
    """Return the greatest block number in a file whose last line is malformed."""
    lines = path.read_text(encoding="ascii", errors="replace").split("\n")[:-1]
    return max((int(found[1]) for text in lines if (found := _LINE.fullmatch(text))), default=0)


def _first_day(blocks: QuerySet[Seal]) -> str:
    """Return the earliest day on which one of these blocks was sealed; the clock may have been set back."""
    first = blocks.aggregate(at=Min("sealed_at"))["at"]
    return f"{first:%Y-%m-%d}" if first else ""


def find_differences(copy: Path | None = None, since: int = 0) -> list[str]:
    """Return the differences between files and database. Not inside a transaction.

    `copy` is a folder with an external copy, which may end earlier; default: the house's own folder. With `since`, only
    blocks from that number on.
    """
    blocks = Seal.objects.filter(number__gte=since).order_by("number")
    # Files first: everything in them was committed before.
    lines = list(read_lines(copy, _first_day(blocks) if since else ""))
    sealed = {seal.number: seal for seal in blocks.iterator()}
    found, seen = [], set()
    for file, text in lines:
        match = _LINE.fullmatch(text)
        if match and int(match[1]) < since:
            continue
        seal = sealed.get(int(match[1])) if match else None
        if seal is None or format_seal(seal) != text:
            found.append(
                f"{file} says {text!r}, the database {format_seal(seal) if seal else 'nothing'!r}"
            )
        else:
            seen.add(seal.number)
    due = timezone.now() - WRITTEN_WITHIN
    end = max(written_blocks(copy), default=0) if copy is not None else 0
    missing = [
        one
        for one in sealed.values()
        if one.number not in seen and (one.sealed_at < due if copy is None else one.number <= end)
    ]
    if copy is not None:
        found = [f"{copy}: {said}" for said in found]
    where = "no file" if copy is None else f"no file of {copy}"
    return found + [f"block {one.number}: in {where} as the database has it" for one in missing]
