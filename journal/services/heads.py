"""External checkpoints of the chain: rewriting events would require rewriting these files too.

One file per day (UTC) of the link, beside the ledger's seals; one line per run: number, hash, time.
Append-only; copies are kept elsewhere. Lines that were lost and rewritten from the database are in
separate files with a marked name.
"""

import logging
import re
from collections.abc import Iterable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Final

from django.conf import settings
from django.utils import timezone

from journal.models import EventKind, Link
from journal.services.recording import record
from journal.values import line_files
from journal.values.findings import Finding, make_finding

WRITTEN_WITHIN: Final = timedelta(minutes=10)
"""Maximum age of a head that is not yet in a file."""

_DAYS: Final = "events-????-??-??.txt"
_REFILLED: Final = "events-????-??-??-refilled.txt"
_LINE: Final = re.compile(r"(\d+) ([0-9a-f]{64}) \S+")
_log = logging.getLogger(__name__)


def heads_folder() -> Path:
    """Return the folder of the files, which also holds the seals."""
    return Path(settings.LEDGER_SEALS)


def format_line(head: Link) -> str:
    """Return the line for a head."""
    return f"{head.n} {bytes(head.hash).hex()} {head.at.isoformat()}"


def write_missing_heads() -> None:
    """Append the heads after the last line of the files. A file lock allows one process at a time.

    Lost lines are not rewritten from the database, which may have changed since: the check reports
    them until they are restored from a copy or refilled by a person.
    """
    with line_files.lock_folder(heads_folder()):
        missing = list(Link.objects.filter(head=True, n__gt=last_written_number()).order_by("n"))
        young = timezone.now() - WRITTEN_WITHIN
        old = [head for head in missing if head.at < young]
        if len(old) > 1:
            _log.error(
                "Heads of the chain of events are missing from the files",
                extra={"first": old[0].n, "last": old[-1].n},
            )
            missing = [head for head in missing if head.at >= young]
        _write(missing)


def refill_heads() -> list[Link]:
    """Write every head that is missing in the files to marked files, record an event, and return these heads."""
    with line_files.lock_folder(heads_folder()):
        known = {number for number, _ in _numbered(read_lines())}
        missing = [
            head for head in Link.objects.filter(head=True).order_by("n") if head.n not in known
        ]
        if missing:
            _write(missing, refilled=True)
            data = {"first": missing[0].n, "last": missing[-1].n, "heads": len(missing)}
            record(EventKind.JOURNAL_HEADS_REFILLED, subject="journal", data=data)
    return missing


def _write(heads: Iterable[Link], *, refilled: bool = False) -> None:
    for head in heads:
        name = f"events-{head.at:%Y-%m-%d}{'-refilled' if refilled else ''}.txt"
        line_files.append_lines(heads_folder() / name, f"{format_line(head)}\n")


def last_written_number() -> int:
    """Return the number of the last head written when it was chained; 0 if there is none."""
    newest = sorted(heads_folder().glob(_DAYS))[-2:]
    return max((number for number, _ in _numbered(_of(newest))), default=0)


def read_lines(place: Path | None = None) -> Iterator[tuple[str, str]]:
    """Yield every complete line with the name of its file, from `place` or by default from the site's own folder."""
    place = place or heads_folder()
    yield from _of(sorted([*place.glob(_DAYS), *place.glob(_REFILLED)]))


def _of(files: Iterable[Path]) -> Iterator[tuple[str, str]]:
    for path in files:
        for text in line_files.read_complete_lines(path):
            yield path.name, text


def _numbered(lines: Iterable[tuple[str, str]]) -> Iterator[tuple[int, str]]:
    for _, text in lines:
        if found := _LINE.fullmatch(text):
            yield int(found[1]), text


def find_differences(copy: Path | None = None) -> list[Finding]:
    """Return the differences between files and chain.

    `copy` is a folder with an external copy of the files, which may end earlier; default: the site's own files.
    """
    lines = list(read_lines(copy))  # files first: a head is committed before its line is written
    heads = {head.n: head for head in Link.objects.filter(head=True).iterator()}
    found, seen = [], set()
    for file, text in lines:
        match = _LINE.fullmatch(text)
        head = heads.get(int(match[1])) if match else None
        if head is None or format_line(head) != text:
            found.append(_other(file, text, head))
        else:
            seen.add(head.n)
    due = timezone.now() - WRITTEN_WITHIN
    end = max((number for number, _ in _numbered(lines)), default=0)
    missing = [
        head.n
        for head in heads.values()
        if head.n not in seen and (head.at < due if copy is None else head.n <= end)
    ]
    return found + [_unwritten(n, copy) for n in sorted(missing)]


def _other(file: str, text: str, head: Link | None) -> Finding:
    if head is None:
        return make_finding("head_unknown", file=file, line=text)
    return make_finding("head_other", file=file, line=text, head=format_line(head))


def _unwritten(n: int, copy: Path | None) -> Finding:
    if copy is None:
        return make_finding("head_unwritten", n=n)
    return make_finding("head_not_copied", n=n, folder=str(copy))
