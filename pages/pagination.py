"""Keyset pagination of long lists. Nothing is counted, and new rows do not shift pages.

A cursor is a row's number, or its time and number. It is part of an address, so its text is
untrusted.
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
PHONE_ROWS: Final = 10
"""Rows of a long list that phones show; static/css and static/staff hide the others (`.paged`)."""
Row = TypeVar("Row", bound=Model)
At = TypeVar("At")


def parse_row_number(text: str) -> int | None:
    """Parse the number in an address; None for any other text."""
    if not (text.isascii() and text.isdigit()) or len(text) > len(str(_BIGINT)):
        return None
    return min(int(text), _BIGINT - 1)


@dataclass(frozen=True, slots=True)
class Cursor:
    """Cursor of a row: time and number."""

    at: datetime
    pk: int

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """Parse the text of a cursor; None if invalid."""
        at, _, written = text.partition("~")
        number = parse_row_number(written)
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
    """An ascending order of rows and its cursors."""

    @property
    def fields(self) -> tuple[str, ...]:
        """Fields to sort by, ascending."""

    def parse(self, text: str) -> At | None:
        """Parse the cursor in an address; None if invalid."""

    def cursor_of(self, row: Model) -> At:
        """Return the cursor of a row."""

    def older(self, at: At) -> Q:
        """Return the filter for rows before a cursor."""

    def newer(self, at: At) -> Q:
        """Return the filter for rows after a cursor."""


@dataclass(frozen=True, slots=True)
class ByNumber:
    """Order by a unique number."""

    field: str = "pk"

    @property
    def fields(self) -> tuple[str, ...]:
        return (self.field,)

    def parse(self, text: str) -> int | None:
        """Parse the digits of a cursor; None if invalid."""
        return parse_row_number(text)

    def cursor_of(self, row: Model) -> int:
        """Return the row's number."""
        return int(getattr(row, self.field))

    def older(self, at: int) -> Q:
        """Return the filter for lower numbers."""
        return Q((f"{self.field}__lt", at))

    def newer(self, at: int) -> Q:
        """Return the filter for higher numbers."""
        return Q((f"{self.field}__gt", at))


@dataclass(frozen=True, slots=True)
class ByTime:
    """Order by a time, then by the key."""

    field: str

    @property
    def fields(self) -> tuple[str, ...]:
        """The time, then the key."""
        return (self.field, "pk")

    def parse(self, text: str) -> Cursor | None:
        """Parse the text of a cursor; None if invalid."""
        return Cursor.parse(text)

    def cursor_of(self, row: Model) -> Cursor:
        """Return the row's time and key."""
        return Cursor(getattr(row, self.field), row.pk)

    def older(self, at: Cursor) -> Q:
        """Return the filter for rows before the cursor, in a form that uses the index of the time."""
        field = self.field
        same = Q(**{field: at.at, "pk__lt": at.pk})
        return Q(**{f"{field}__lte": at.at}) & (Q(**{f"{field}__lt": at.at}) | same)

    def newer(self, at: Cursor) -> Q:
        """Return the filter for rows after the cursor, in a form that uses the index of the time."""
        field = self.field
        same = Q(**{field: at.at, "pk__gt": at.pk})
        return Q(**{f"{field}__gte": at.at}) & (Q(**{f"{field}__gt": at.at}) | same)


@dataclass(frozen=True, slots=True)
class OldestFirst(Generic[At]):
    """The opposite of an order: a list that begins with its oldest row, so that the next page is newer."""

    order: Order[At]

    @property
    def fields(self) -> tuple[str, ...]:
        return tuple(f"-{field}" for field in self.order.fields)

    def parse(self, text: str) -> At | None:
        """Parse the text of a cursor; None if invalid."""
        return self.order.parse(text)

    def cursor_of(self, row: Model) -> At:
        """Return the row's cursor."""
        return self.order.cursor_of(row)

    def older(self, at: At) -> Q:
        """Return the filter for rows further down, which are newer."""
        return self.order.newer(at)

    def newer(self, at: At) -> Q:
        """Return the filter for rows further up, which are older."""
        return self.order.older(at)


@dataclass(frozen=True, slots=True)
class Page(Generic[Row, At]):
    """Rows, newest first, and the cursors of the adjacent pages; None if there is none.

    `more` is the cursor below the rows that a phone shows.
    """

    rows: Sequence[Row]
    older: At | None
    newer: At | None
    more: At | None


def load_requested_page(
    rows: QuerySet[Row], order: Order[At], size: int, request: HttpRequest
) -> Page[Row, At]:
    """Return the page before or after the cursor in the query (`before` or `after`); the first page without one."""
    before, after = (order.parse(request.GET.get(name, "")) for name in ("before", "after"))
    return load_page(rows, order, size, before=before, after=after)


def load_page(
    rows: QuerySet[Row],
    order: Order[At],
    size: int,
    *,
    before: At | None = None,
    after: At | None = None,
) -> Page[Row, At]:
    """Return the first page, or the page next to a cursor. One query; two if no row is on that side."""
    downward = rows.order_by(*order.fields).reverse()
    if before is not None:
        found = list(downward.filter(order.older(before))[: size + 1])
        if found:
            return _page(found, order, size, newer=order.cursor_of(found[0]))
    elif after is not None:
        found = list(rows.filter(order.newer(after)).order_by(*order.fields)[: size + 1])
        if found:
            shown = found[:size][::-1]
            newer = order.cursor_of(shown[0]) if len(found) > size else None
            return _page_of(shown, order, order.cursor_of(shown[-1]), newer)
    return _page(list(downward[: size + 1]), order, size, newer=None)


def _page(found: Sequence[Row], order: Order[At], size: int, *, newer: At | None) -> Page[Row, At]:
    older = order.cursor_of(found[size - 1]) if len(found) > size else None
    return _page_of(found[:size], order, older, newer)


def _page_of(
    rows: Sequence[Row], order: Order[At], older: At | None, newer: At | None
) -> Page[Row, At]:
    more = order.cursor_of(rows[PHONE_ROWS - 1]) if len(rows) > PHONE_ROWS else older
    return Page(rows, older, newer, more)
