"""Places in long lists, and pages that hang on them: nothing is counted, and nothing that is added moves them.

A place is beside a row: its number, or its time and the number that tells rows of one moment apart. It stands in an address,
whence anything may come.
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
    """The number that an address names; None for anything else."""
    if not (text.isascii() and text.isdigit()) or len(text) > len(str(_BIGINT)):
        return None
    return min(int(text), _BIGINT - 1)


@dataclass(frozen=True, slots=True)
class Cursor:
    """Beside the row of this time and number."""

    at: datetime
    pk: int

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """Read what `str` wrote; None for anything else."""
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
        """As it stands in an address."""
        return f"{self.at.isoformat()}~{self.pk}"


class Order(Protocol[At]):
    """An order of rows by what only grows, and its places."""

    @property
    def fields(self) -> tuple[str, ...]:
        """What it sorts by, upwards."""

    def parse(self, text: str) -> At | None:
        """The place that an address names; None for anything else."""

    def place(self, row: Model) -> At:
        """The place of a row."""

    def older(self, at: At) -> Q:
        """The rows before a place."""

    def newer(self, at: At) -> Q:
        """The rows after it."""


@dataclass(frozen=True, slots=True)
class ByNumber:
    """Rows by a number that no two of them share."""

    field: str = "pk"

    @property
    def fields(self) -> tuple[str, ...]:
        """The number alone."""
        return (self.field,)

    def parse(self, text: str) -> int | None:
        """Digits."""
        return number_in(text)

    def place(self, row: Model) -> int:
        """Its number."""
        return int(getattr(row, self.field))

    def older(self, at: int) -> Q:
        """What has a lower number."""
        return Q((f"{self.field}__lt", at))

    def newer(self, at: int) -> Q:
        """What has a higher one."""
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
        """What `str` made of a place."""
        return Cursor.parse(text)

    def place(self, row: Model) -> Cursor:
        """Its time and key."""
        return Cursor(getattr(row, self.field), row.pk)

    def older(self, at: Cursor) -> Q:
        """What comes before it; told so that the index of the time finds it."""
        field = self.field
        same = Q(**{field: at.at, "pk__lt": at.pk})
        return Q(**{f"{field}__lte": at.at}) & (Q(**{f"{field}__lt": at.at}) | same)

    def newer(self, at: Cursor) -> Q:
        """What comes after it, told likewise."""
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
    """The newest rows, or those next to a place. A query, however many there are; two where none lies on that side of it."""
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
