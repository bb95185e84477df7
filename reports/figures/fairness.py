"""Report 12: shoes opened, closed and verified."""

from dataclasses import dataclass
from datetime import date
from typing import Any, Final, Self

from reports.selectors.fact_tables import SHOES
from reports.selectors.names import load_table_names
from reports.selectors.period_query import query_period
from reports.values.filters import Filters
from reports.values.period import Period

_QUESTION: Final = """
    SELECT day, table_id, sum(opened)::bigint AS opened, sum(closed)::bigint AS closed,
           sum(verified)::bigint AS verified, sum(lost)::bigint AS lost
    FROM fact GROUP BY GROUPING SETS ((table_id), (day)) ORDER BY day, opened DESC, table_id
"""


@dataclass(frozen=True, slots=True)
class ShoeCounts:
    """Numbers of shoes. All closed ones should be `verified`: their revealed seed matches the commitment.

    `lost` were abandoned with their seed unrevealed.
    """

    opened: int = 0
    closed: int = 0
    verified: int = 0
    lost: int = 0

    @classmethod
    def from_row(cls, one: dict[str, Any]) -> Self:
        """Read the counts from a query row."""
        return cls(one["opened"], one["closed"], one["verified"], one["lost"])

    def __add__(self, other: "ShoeCounts") -> "ShoeCounts":
        return ShoeCounts(
            self.opened + other.opened,
            self.closed + other.closed,
            self.verified + other.verified,
            self.lost + other.lost,
        )


@dataclass(frozen=True, slots=True)
class FairnessFigures:
    """Shoe counts by table, the busiest first, and by day. Shoes of play money are included."""

    tables: tuple[tuple[str, ShoeCounts], ...]
    days: tuple[tuple[date, ShoeCounts], ...]

    @property
    def total(self) -> ShoeCounts:
        return sum((shoes for _, shoes in self.tables), ShoeCounts())


def load_figures(period: Period, chosen: Filters) -> FairnessFigures:
    """Return the shoe counts of the period. Three queries."""
    names = load_table_names()
    found = query_period(SHOES, period, chosen, _QUESTION)
    return FairnessFigures(
        tuple(
            (names[one["table_id"]], ShoeCounts.from_row(one))
            for one in found
            if one["day"] is None
        ),
        tuple((one["day"], ShoeCounts.from_row(one)) for one in found if one["day"] is not None),
    )
