"""Keyset pagination: cursors in long lists. Nothing is counted, and new rows move no page.

A cursor is a row's number, or its time and number. It is part of an address, so its text is untrusted.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final, Generic, Protocol, Self, TypeVar

from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest
from django.utils.dateparse import parse_datetime

BEGINNING: Final = datetime(2000, 1, 1, tzinfo=UTC)
_BIGINT: Final = 2**63
Row = TypeVar("Row", bound=Model)
At = TypeVar("At")


def number_in(text: str) -> int | None:
    """The number in an address; None for anything else."""
    if not (text.isascii() and text.isdigit()) or len(text) > len(str(_BIGINT)):
        return None
    return min(int(text), _BIGINT - 1)


@dataclass(frozen=True, slots=True)
class Cursor:
    """The cursor of a row: time and number."""

    at: datetime
    pk: int

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """Parse the text of a cursor; None if invalid."""
        at, _, written = text.partition("~")
        number = number_in(written)
        try:
            moment = parse_datetime(at)
        except ValueError:
            return None
        if number is None or moment is None or moment.tzinfo is None or moment <= BEGINNING:
            return None
        return cls(moment, number)

    def __str__(self) -> str:
        return f"{self.at.isoformat()}~{self.pk}"


class Order(Protocol[At]):
    """An ascending order of rows, and its cursors."""

    @property
    def fields(self) -> tuple[str, ...]:
        """Fields to sort by, ascending."""

    def parse(self, text: str) -> At | None:
        """Parse the cursor of an address; None if invalid."""

    def place(self, row: Model) -> At:
        """The place of a row."""

    def older(self, at: At) -> Q:
        """The rows before a place."""

    def newer(self, at: At) -> Q:
        """The rows after it."""


@dataclass(frozen=True, slots=True)
class ByNumber:
    """Order by a unique number."""

    field: str = "pk"

    @property
    def fields(self) -> tuple[str, ...]:
        return (self.field,)

    def parse(self, text: str) -> int | None:
        """Digits."""
        return number_in(text)

    def place(self, row: Model) -> int:
        """Its number."""
        return int(getattr(row, self.field))

    def older(self, at: int) -> Q:
        """Filter for lower numbers."""
        return Q((f"{self.field}__lt", at))

    def newer(self, at: int) -> Q:
        """Filter for higher numbers."""
        return Q((f"{self.field}__gt", at))


@dataclass(frozen=True, slots=True)
class ByTime:
    """Rows by a time; those of one moment by their key."""

    field: str

    @property
    def fields(self) -> tuple[str, ...]:
        """The time, then the key."""
        return (self.field, "pk")

    def parse(self, text: str) -> Cursor | None:
        """Parse the text of a cursor; None if invalid."""
        return Cursor.parse(text)

    def place(self, row: Model) -> Cursor:
        """Its time and key."""
        return Cursor(getattr(row, self.field), row.pk)

    def older(self, at: Cursor) -> Q:
        """Filter for rows before the cursor, written for the index of the time."""
        field = self.field
        same = Q(**{field: at.at, "pk__lt": at.pk})
        return Q(**{f"{field}__lte": at.at}) & (Q(**{f"{field}__lt": at.at}) | same)

    def newer(self, at: Cursor) -> Q:
        """Filter for rows after the cursor, written for the index of the time."""
        field = self.field
        same = Q(**{field: at.at, "pk__gt": at.pk})
        return Q(**{f"{field}__gte": at.at}) & (Q(**{f"{field}__gt": at.at}) | same)


@dataclass(frozen=True, slots=True)
class Page(Generic[Row, At]):
    """Rows, the newest first, and the places from which older and newer ones follow; None where there are none."""

    rows: Sequence[Row]
    older: At | None
    newer: At | None


def page_asked_for(
    rows: QuerySet[Row], order: Order[At], size: int, request: HttpRequest
) -> Page[Row, At]:
    """The page before or after the place that the request's query names `before` or `after`; the newest without one."""
    before, after = (order.parse(request.GET.get(name, "")) for name in ("before", "after"))
    return page_of(rows, order, size, before=before, after=after)


def page_of(
    rows: QuerySet[Row],
    order: Order[At],
    size: int,
    *,
    before: At | None = None,
    after: At | None = None,
) -> Page[Row, At]:
    """The newest rows, or those next to a cursor. One query; two if no row lies on that side."""
    downward = rows.order_by(*(f"-{field}" for field in order.fields))
    if before is not None:
        found = list(downward.filter(order.older(before))[: size + 1])
        if found:
            return _page(found, order, size, newer=order.place(found[0]))
    elif after is not None:
        found = list(rows.filter(order.newer(after)).order_by(*order.fields)[: size + 1])
        if found:
            shown = found[:size][::-1]
            newer = order.place(shown[0]) if len(found) > size else None
            return Page(shown, order.place(shown[-1]), newer)
    return _page(list(downward[: size + 1]), order, size, newer=None)


def _page(found: Sequence[Row], order: Order[At], size: int, *, newer: At | None) -> Page[Row, At]:
    older = order.place(found[size - 1]) if len(found) > size else None
    return Page(found[:size], older, newer)
