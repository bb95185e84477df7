"""A sheet as its page shows it: headlines, charts and the first rows of its tables, in the active language."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, BinaryIO, Final, TypedDict

from django.template.loader import render_to_string

from reports.values.sheet import Sheet, SheetSection

SHOWN: Final = 400
"""Maximum rows of a table on a page: more than a year of days."""


class ScreenSection(TypedDict):
    """A table of a page, limited to `SHOWN` rows; `cut` is `SHOWN` if there are more, else 0."""

    section: SheetSection
    rows: Sequence[Any]
    cut: int


class SheetParts(TypedDict):
    """A sheet's parts for the page's template."""

    sheet: Sheet
    sections: Sequence[ScreenSection]


def write(sheet: Sheet, file: BinaryIO, _on_progress: Callable[[int], None]) -> int:
    """Write the report's part of a page as HTML; return the number of rows shown."""
    context = build_parts(sheet)
    file.write(render_to_string("reports/_sheet.html", {**context}).encode())
    return sum(len(section["rows"]) for section in context["sections"])


def named_players(tables: Iterable[ScreenSection]) -> Iterator[int]:
    """Yield the ids of the players named in these tables."""
    for one in tables:
        for column in one["section"].columns:
            if column.player is not None:
                yield from filter(None, map(column.player, one["rows"]))


def build_parts(sheet: Sheet) -> SheetParts:
    """Return the template context of a sheet."""
    return {"sheet": sheet, "sections": [_limit_rows(section) for section in sheet.sections]}


def _limit_rows(section: SheetSection) -> ScreenSection:
    rows: Sequence[Any] = list(islice(section.rows, SHOWN + 1))
    return {
        "section": section,
        "rows": rows[:SHOWN],
        "cut": SHOWN if len(rows) > SHOWN else 0,
    }
