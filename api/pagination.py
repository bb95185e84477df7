"""Cursors of lists: opaque texts that name the list and the last row shown."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from django.db.models import QuerySet

from api.refusals import InvalidCursor
from pages.pagination import Order

MOST_ROWS: Final = 200
USUAL_ROWS: Final = 50
Row = TypeVar("Row")
At = TypeVar("At")


@dataclass(frozen=True, slots=True)
class RowPage(Generic[Row]):
    """Rows of a list, and the cursor of the following ones; None at the end."""

    rows: Sequence[Row]
    next: str | None


def write_cursor(name: str, at: object) -> str:
    """Return the cursor that continues the list `name` after the row at `at`."""
    return urlsafe_b64encode(f"{name} {at}".encode()).decode().rstrip("=")


def read_cursor(name: str, text: str, parse: Callable[[str], At | None]) -> At:
    """Return the position of a cursor. Raises InvalidCursor."""
    try:
        written = urlsafe_b64decode(text + "=" * (-len(text) % 4)).decode()
    except ValueError as error:
        raise InvalidCursor(detail=text[:100]) from error
    found, _, position = written.partition(" ")
    at = parse(position) if found == name else None
    if at is None:
        raise InvalidCursor(detail=text[:100])
    return at


def build_page(
    name: str, found: Sequence[Row], limit: int, position: Callable[[Row], object]
) -> RowPage[Row]:
    """Return the first `limit` of the rows found; one more row means that there are more."""
    rows = found[:limit]
    more = len(found) > limit
    return RowPage(rows, write_cursor(name, position(rows[-1])) if more else None)


def load_row_page(
    name: str, rows: QuerySet[Any], order: Order[At], query: Mapping[str, Any]
) -> RowPage[Any]:
    """Return the newest rows, or those older than the query's `cursor`. One query."""
    if "cursor" in query:
        rows = rows.filter(order.older(read_cursor(name, query["cursor"], order.parse)))
    downward = [f"-{field}" for field in order.fields]
    limit = query["limit"]
    found = list(rows.order_by(*downward)[: limit + 1])
    return build_page(name, found, limit, order.cursor_of)
