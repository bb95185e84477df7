"""What a report or a long list says, on whatever medium: page, CSV, workbook, PDF."""

from collections.abc import Iterable, Sequence, Sized
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import Any

from pages.charts import Chart
from pages.lists import Column


@dataclass(frozen=True, slots=True)
class Share:
    """A part of a whole: 0.9953 is said as 99.53 %."""

    value: Decimal
    places: int = 2


@dataclass(frozen=True, slots=True)
class Figure:
    """One headline: what it is, its value, and a word about it."""

    label: str
    value: object
    note: str = ""


@dataclass(frozen=True, slots=True)
class SheetSection:
    """One table under a heading. `rows` are read once, and only as far as the medium goes; `totals` are rows too.

    `count` is how many rows there are, where these do not know it themselves.
    """

    title: str
    columns: Sequence[Column[Any]]
    rows: Iterable[Any]
    totals: Sequence[Any] = ()
    charts: Sequence[Chart] = ()
    note: str = ""
    count: int | None = None

    @property
    def length(self) -> int | None:
        """How many rows there are; None where nobody knows before they are read."""
        return len(self.rows) if isinstance(self.rows, Sized) else self.count


@dataclass(frozen=True, slots=True)
class Sheet:
    """One report: whose, what, of when, made when and for whom; then headlines and tables."""

    name: str  # of the file, without its ending
    title: str
    operator: str
    period: str
    made_at: datetime
    by: str
    sections: Sequence[SheetSection]
    figures: Sequence[Figure] = ()
    notes: Sequence[str] = field(default=())

    @property
    def length(self) -> int | None:
        """How many rows all of its tables have; None where nobody knows."""
        known = [section.length for section in self.sections]
        return None if None in known else sum(one for one in known if one is not None)
