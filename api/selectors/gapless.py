"""Rows in the order of the transactions that wrote them: a reader who goes on from a cursor misses none.

Ids are drawn before the commit, so a lower one may appear later. Rows of transactions that are younger than the
oldest running one are left out until that one has ended.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self, TypeVar

from django.db.models import Model, Q, QuerySet

from journal.values.transaction_ids import OldestRunningTransaction
from pages.pagination import parse_row_number

Row = TypeVar("Row", bound=Model)


@dataclass(frozen=True, slots=True)
class GaplessCursor:
    """The transaction of a row, and its number."""

    xact: int
    pk: int

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """Parse the text of a cursor; None if invalid."""
        xact, pk = (parse_row_number(part) for part in text.partition("-")[::2])
        return None if xact is None or pk is None else cls(xact, pk)

    @classmethod
    def of_row(cls, row: Model) -> Self:
        """Return the cursor of a row that has `xact`."""
        return cls(int(row.xact), row.pk)  # type: ignore[attr-defined]  # as the callers' models have

    def __str__(self) -> str:
        return f"{self.xact}-{self.pk}"


def list_rows_after(
    rows: QuerySet[Row, Row], cursor: GaplessCursor | None, most: int
) -> Sequence[Row]:
    """Return the next rows after the cursor, in ascending order; `rows` have `xact`. One query."""
    settled = rows.filter(xact__lt=OldestRunningTransaction())
    if cursor is not None:
        later = Q(xact__gt=str(cursor.xact)) | Q(pk__gt=cursor.pk)
        settled = settled.filter(later, xact__gte=str(cursor.xact))
    return list(settled.order_by("xact", "pk")[:most])
