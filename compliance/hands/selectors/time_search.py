"""Filtered lists by time with a time budget per page: a page takes about a second, or says how far it searched.

Rows are scanned backwards in time windows whose length adapts to the speed of the scan: common filters need one
window, indexed ones a few long ones, rare unindexed ones several pages. Nothing is counted, and only results are
sorted.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Generic, TypeVar

from django.db.models import Model, Q, QuerySet
from django.http import QueryDict
from django.utils import timezone

from pages.lists import SLICE, cursor_query
from pages.pagination import BEGINNING, PHONE_ROWS, ByTime, Cursor

Stored = TypeVar("Stored", bound=Model)
Between = tuple[datetime | None, datetime | None]
BUDGET: Final = 0.8  # seconds
FIRST: Final = timedelta(hours=1)
FIRST_OF_FEW: Final = timedelta(days=365)
_QUICK, _SLOW = 0.1, 0.4  # seconds per window
_LONGER: Final = 4
_CURSOR: Final = "before"


@dataclass(frozen=True, slots=True)
class FoundRows(Generic[Stored]):
    """A page of rows, newest first.

    `older` is the query string for the next page ("" at the end), `more` that for the rows below those that a phone
    shows, `newest` that of the first page (None if this is it), `reached` the time searched up to if the budget ran out.
    """

    rows: Sequence[Stored]
    older: str
    more: str
    newest: str | None
    reached: datetime | None = None


@dataclass(frozen=True, slots=True)
class ScannedRows(Generic[Stored]):
    """Rows, newest first, the cursor of the next ones (None at the end), and `reached` as in `FoundRows`."""

    rows: Sequence[Stored]
    cursor: Cursor | None
    reached: datetime | None = None


def search_by_time(
    rows: QuerySet[Stored, Stored],
    query: QueryDict,
    field: str,
    *,
    between: Between = (None, None),
    few: bool = False,
    size: int = SLICE,
) -> FoundRows[Stored]:
    """Return a page of rows by this indexed time field, for the page's query parameters, as `scan_by_time`."""
    cursor = Cursor.parse(query.get(_CURSOR, ""))
    scanned = scan_by_time(rows, field, cursor, between=between, few=few, size=size)
    return _part(query, scanned, ByTime(field))


def scan_by_time(
    rows: QuerySet[Stored, Stored],
    field: str,
    cursor: Cursor | None,
    *,
    between: Between = (None, None),
    few: bool = False,
    size: int = SLICE,
) -> ScannedRows[Stored]:
    """Return up to `size` rows before the cursor.

    `between` bounds the scan. `few`: the filter is selective and indexed, so scan a year at a time.
    """
    since, until = between
    began = time.monotonic()
    floor = max(since or BEGINNING, BEGINNING)
    latest = timezone.now() + FIRST
    end = min(cursor.at if cursor else until or latest, latest)  # no rows in the future
    upper, width = _older(field, cursor, until), FIRST_OF_FEW if few else FIRST
    found: list[Stored] = []
    reached = None
    while True:
        start, stretch = end - min(width, end - floor), time.monotonic()
        lower = Q(**{f"{field}__gte": start})
        found += _load_newest(rows, upper & lower, field, size + 1 - len(found))
        if len(found) > size or start <= floor:
            break
        now = time.monotonic()
        if now - began > BUDGET:
            reached = start
            break
        width = _next(width, now - stretch, BUDGET - (now - began))
        end, upper = start, Q(**{f"{field}__lt": start})
    return _cut(found, size, ByTime(field), reached)


def _load_newest(
    rows: QuerySet[Stored, Stored], window: Q, field: str, count: int
) -> QuerySet[Stored, Stored]:
    """Return the newest rows of a window. They are chosen before other tables are joined: a busy hour has thousands."""
    order = (f"-{field}", "-pk")
    chosen = rows.filter(window).order_by(*order).values("pk")[:count]
    return rows.filter(pk__in=chosen).order_by(*order)


def _older(field: str, cursor: Cursor | None, until: datetime | None) -> Q:
    if cursor is not None:
        return ByTime(field).older(cursor)
    return Q(**{f"{field}__lt": until}) if until else Q()


def _next(width: timedelta, took: float, left: float) -> timedelta:
    """Length of the next time window, from the speed of the last one and the remaining budget (seconds)."""
    factor: float = _LONGER if took < _QUICK else 1 if took > _SLOW else 2
    return width * max(min(factor, left / max(took, 1e-3)), 0.25)


def _cut(
    found: list[Stored], size: int, order: ByTime, reached: datetime | None
) -> ScannedRows[Stored]:
    rows = found[:size]
    if len(found) > size:
        return ScannedRows(rows, order.cursor_of(rows[-1]), reached)
    return ScannedRows(rows, Cursor(reached, 0) if reached else None, reached)


def _part(asked: QueryDict, scanned: ScannedRows[Stored], order: ByTime) -> FoundRows[Stored]:
    rows, cursor = scanned.rows, scanned.cursor
    below = order.cursor_of(rows[PHONE_ROWS - 1]) if len(rows) > PHONE_ROWS else cursor
    query = asked.copy()
    newest = query.urlencode() if query.pop(_CURSOR, None) else None
    older, more = (cursor_query(query, _CURSOR, one) for one in (cursor, below))
    return FoundRows(rows, older, more, newest, scanned.reached)
