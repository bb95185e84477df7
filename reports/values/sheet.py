"""A report or long list, independent of the medium: page, CSV, workbook, PDF."""

from collections.abc import Iterable, Sequence, Sized
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import Any

from pages.charts import Plot
from pages.lists import Column


@dataclass(frozen=True, slots=True)
class Share:
    """A share: 0.9953 is 99.53 %."""

    value: Decimal
    places: int = 2


@dataclass(frozen=True, slots=True)
class Figure:
    """A headline figure: label, value, note."""

    label: str
    value: object
    note: str = ""


@dataclass(frozen=True, slots=True)
class SheetSection:
    """A table under a heading. `rows` are iterated once, and only as far as the medium needs; `totals` are rows too.

    `count` is the number of rows if `rows` has no length.
    """

    title: str
    columns: Sequence[Column[Any]]
    rows: Iterable[Any]
    totals: Sequence[Any] = ()
    charts: Sequence[Plot] = ()
    note: str = ""
    count: int | None = None

    @property
    def length(self) -> int | None:
        """Number of rows; None if unknown before reading."""
        return len(self.rows) if isinstance(self.rows, Sized) else self.count


@dataclass(frozen=True, slots=True)
class Sheet:
    """A report: operator, title, period, time made, reader; headline figures and tables."""

    name: str  # file name without extension
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
        """Total number of rows; None if unknown."""
        known = [section.length for section in self.sections]
        return None if None in known else sum(one for one in known if one is not None)
