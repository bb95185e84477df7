"""A sheet as its page shows it: headlines, charts and the first rows of its tables, in the active language."""

from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any, BinaryIO, Final

from django.template.loader import render_to_string

from reports.sheet import Section, Sheet

SHOWN: Final = 400
"""Rows of a table on a page: a year of days."""


def write(sheet: Sheet, file: BinaryIO, _told: Callable[[int], None]) -> int:
    """Write the part of a page that is about the report; return how many rows it has."""
    context = parts(sheet)
    file.write(render_to_string("reports/_sheet.html", context).encode())
    return sum(len(section["rows"]) for section in context["sections"])


def parts(sheet: Sheet) -> dict[str, Any]:
    """What the template of a page wants of a sheet."""
    return {"sheet": sheet, "sections": [_shown(section) for section in sheet.sections]}


def _shown(section: Section) -> dict[str, Any]:
    """A table of a page: as many rows as anybody reads there."""
    rows: Sequence[Any] = list(islice(section.rows, SHOWN + 1))
    return {
        "section": section,
        "rows": rows[:SHOWN],
        "cut": SHOWN if len(rows) > SHOWN else 0,
    }
