"""Cursors of lists: opaque texts that name the list and the last row shown."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from django.db.models import Model, QuerySet

from api.refusals import InvalidCursor
from pages.pagination import Order

MOST_ROWS: Final = 200
USUAL_ROWS: Final = 50
Row = TypeVar("Row")
At = TypeVar("At")
Stored = TypeVar("Stored", bound=Model)


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


def load_page(
    name: str, found: QuerySet[Stored, Stored], asked: Mapping[str, Any], order: Order[Any]
) -> RowPage[Stored]:
    """Return the page that the `cursor` and `limit` of a list ask for, newest first. One query. Raises InvalidCursor."""
    limit: int = asked["limit"]
    if "cursor" in asked:
        found = found.filter(order.older(read_cursor(name, asked["cursor"], order.parse)))
    downward = [f"-{field}" for field in order.fields]
    return build_page(name, list(found.order_by(*downward)[: limit + 1]), limit, order.cursor_of)
