"""Tests of the draws of closed days: of all, by table, and by version of the library."""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from datetime import date
from typing import Final

import numpy as np

from reports.draws.values.likelihood import DrawTested, run_tests
from reports.draws.values.sums import DrawSums
from reports.models import DayOfDraws
from reports.values.period import DAY

LONGEST: Final = 366
"""Days that are added up for one report: the last ones of a longer period."""

_SUMS: Final = tuple(one.name for one in fields(DrawSums) if one.name != "shoes")


@dataclass(frozen=True, slots=True)
class DrawsTested:
    """Draws of one table or one version of the library, or of all, with their tests. Without draws enough there are none."""

    table: int | None
    library: str
    sums: DrawSums
    tests: tuple[DrawTested, ...]


def run_draw_tests(first: date, last: date, table: int | None = None) -> list[DrawsTested]:
    """Return the tests of these days' draws: all, each version of the library, each table. One query."""
    groups: dict[tuple[int | None, str], DrawSums] = {}
    for row in _iterate_rows(max(first, last - (LONGEST - 1) * DAY), last, table):
        for key in ((None, ""), (None, row.library_version), (row.table_id, "")):
            groups.setdefault(key, DrawSums()).add(read_sums(row))
    return [
        DrawsTested(*key, sums, run_tests(sums))
        for key, sums in sorted(groups.items(), key=lambda one: (one[0][0] or 0, one[0][1]))
    ]


def _iterate_rows(first: date, last: date, table: int | None) -> Iterator[DayOfDraws]:
    rows = DayOfDraws.objects.filter(day__range=(first, last))
    if table is not None:
        rows = rows.filter(table=table)
    return rows.iterator(chunk_size=500)


def read_sums(row: DayOfDraws) -> DrawSums:
    """Return the sums of a stored row."""
    return DrawSums(row.shoes, **{name: np.array(getattr(row, name)) for name in _SUMS})
