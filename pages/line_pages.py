"""Keyset pagination over lines from several sources, each with its own numbering."""

import heapq
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Final, Generic, Protocol, TypeVar

from django.http import HttpRequest

from pages.pagination import PHONE_ROWS

_PLACE: Final = r"(?:[A-Z]{3}[0-9]{1,18}(?:\.(?=[A-Z])|$)){0,10}"
LAST: Final = 10**18 - 1  # the highest number that a cursor can name


class NumberedLine(Protocol):
    """Line with its source, a code of three capital letters, its number there, and its time."""

    @property
    def source(self) -> str: ...
    @property
    def seq(self) -> int: ...
    @property
    def at(self) -> datetime: ...


Line = TypeVar("Line", bound=NumberedLine)


@dataclass(frozen=True, slots=True)
class LineCursor:
    """Cursor: the number of earlier lines of each source.

    Sources number their lines upward, so pages neither repeat nor skip a line, whatever is added meanwhile and whatever
    the clocks say.
    """

    passed: Mapping[str, int]

    @classmethod
    def parse(cls, text: str) -> "LineCursor | None":
        if not re.fullmatch(_PLACE, text, re.ASCII):
            return None
        parts = [part for part in text.split(".") if part]
        return cls({part[:3]: int(part[3:]) for part in parts})

    def __str__(self) -> str:
        """Text for URLs, such as "COP3.USD120"."""
        return ".".join(f"{source}{seq}" for source, seq in sorted(self.passed.items()))

    def advance(self, lines: Iterable[NumberedLine], *, upward: bool) -> "LineCursor":
        """Return the cursor after these lines, which follow this one in the same direction."""
        passed = dict(self.passed)
        for line in lines:
            passed[line.source] = line.seq if upward else line.seq - 1
        return LineCursor(passed)


@dataclass(frozen=True, slots=True)
class LinePage(Generic[Line]):
    """Lines, newest first, with cursors to older and newer ones, and below the lines that a phone shows."""

    lines: list[Line]
    older: LineCursor | None
    newer: LineCursor | None
    more: LineCursor | None


class LineReader(Protocol[Line]):
    """Reader of up to `count` lines after a cursor, upward or downward."""

    def __call__(self, place: LineCursor, count: int, *, upward: bool) -> list[Line]: ...


@dataclass(frozen=True, slots=True)
class RequestedPlace:
    """Cursors from a URL."""

    before: LineCursor | None = None
    after: LineCursor | None = None


NEWEST: Final = RequestedPlace()


def parse_place(request: HttpRequest) -> RequestedPlace:
    """Return the cursors in the query string, `before` and `after`."""
    before, after = (
        LineCursor.parse(request.GET[name]) if name in request.GET else None
        for name in ("before", "after")
    )
    return RequestedPlace(before, after)


def merge_lines(sources: Iterable[Iterable[Line]], count: int, *, upward: bool) -> list[Line]:
    """Return the first `count` lines of all sources by time; each source keeps its order, whatever its clock said."""
    merged = heapq.merge(*sources, key=lambda line: (line.at, line.source), reverse=not upward)
    return list(islice(merged, count))


def load_line_page(
    read: LineReader[Line],
    newest: LineCursor,
    size: int,
    asked: RequestedPlace,
) -> LinePage[Line]:
    """Return the newest lines, or those next to a cursor.

    If nothing is newer than `asked.after`, return the newest lines.
    """
    before, after = asked.before, asked.after
    if after is not None and before is None:
        found = read(after, size + 1, upward=True)
        if found:
            lines = found[:size]
            top = after.advance(lines, upward=True)
            newer = top if len(found) > size else None
            shown = lines[::-1]
            return LinePage(shown, after, newer, _more(top, shown, after))
    place = before or newest
    found = read(place, size + 1, upward=False)
    lines = found[:size]
    older = place.advance(lines, upward=False) if len(found) > size else None
    return LinePage(lines, older, before, _more(place, lines, older))


def _more(top: LineCursor, lines: Sequence[Line], older: LineCursor | None) -> LineCursor | None:
    if len(lines) <= PHONE_ROWS:
        return older
    return top.advance(lines[:PHONE_ROWS], upward=False)
