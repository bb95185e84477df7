"""Lists of the back office: columns shared by page and export, and keyset pagination."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from django.db.models import QuerySet
from django.forms import Form
from django.http import HttpRequest, QueryDict
from django.utils.functional import Promise

from pages.page_links import PageLink
from pages.pagination import ByNumber, Order, Row, load_requested_page

Row_contra = TypeVar("Row_contra", contravariant=True)
SLICE: Final = 20
"""Rows of a page of a list."""
_BY_KEY: Final = ByNumber()


@dataclass(frozen=True, slots=True)
class Column(Generic[Row_contra]):
    """One column: `value` returns text, a number, Money, a Decimal, a date or a time of a row, or None for an empty cell.

    `key` names the column in files for programs. `numeric` columns are right-aligned. `money` is
    numeric, and files without number formats get a currency column beside it. `link` is the page of
    the cell's object. `below` is shown under the value on narrow pages. `code` replaces translated
    words in files for programs. `player` is the id of the player whose name or address the cell
    shows; reading it is recorded as a view of personal data.
    """

    key: str
    title: str | Promise
    value: Callable[[Row_contra], object]
    numeric: bool = False
    money: bool = False
    link: Callable[[Row_contra], PageLink | None] | None = None
    below: Callable[[Row_contra], object] | None = None
    player: Callable[[Row_contra], int | None] | None = None
    code: Callable[[Row_contra], object] | None = None


@dataclass(frozen=True, slots=True)
class Slice(Generic[Row]):
    """A page of a long list, newest first, with the query strings of other pages; "" if there is none.

    `newer` and `older` are the adjacent ones, `more` the one below the rows that a phone shows, `newest` the first.
    """

    rows: Sequence[Row]
    newer: str
    older: str
    more: str
    newest: str


def load_slice(
    rows: QuerySet[Row, Row],
    request: HttpRequest,
    *,
    size: int = SLICE,
    order: Order[Any] = _BY_KEY,
) -> Slice[Row]:
    """Return the page of rows selected by `before` or `after` (a cursor of `order`) in the query string. One query.

    Two queries if no row is on that side: then the first page is returned, as it is without a valid
    cursor. Links keep the filters.
    """
    page = load_requested_page(rows, order, size, request)
    filters = _filters(request)
    return Slice(
        page.rows,
        newer=cursor_query(filters, "after", page.newer),
        older=cursor_query(filters, "before", page.older),
        more=cursor_query(filters, "before", page.more),
        newest=filters.urlencode(),
    )


@dataclass(frozen=True, slots=True)
class PageQueries:
    """Query strings from a page of a list that is read downwards: `newest` is None on the first page, others may be ""."""

    newest: str | None
    older: str
    more: str


def build_page_queries(request: HttpRequest, *, older: object, more: object) -> PageQueries:
    """Return the links to the cursors of the next page and of what is below the rows that a phone shows."""
    filters = _filters(request)
    return PageQueries(
        newest=filters.urlencode() if "before" in request.GET else None,
        older=cursor_query(filters, "before", older),
        more=cursor_query(filters, "before", more),
    )


def export_query(request: HttpRequest) -> str:
    """Return the filters of a list's address without the cursor, for the export link."""
    return _filters(request).urlencode()


def active_filters(request: HttpRequest, form: Form) -> list[str]:
    """Return the names of the filters in use."""
    return [name for name in form.fields if request.GET.get(name)]


def form_filters(form: Form) -> dict[str, str]:
    """Return the filters of the request as they are in its address."""
    return {name: form.data[name] for name in form.fields if form.data.get(name)}


def cursor_query(filters: QueryDict, name: str, cursor: object) -> str:
    """Return the query string of the page at a cursor, with the filters; "" if there is no such page."""
    if not cursor:
        return ""
    query = filters.copy()
    query[name] = str(cursor)
    return query.urlencode()


def _filters(request: HttpRequest) -> QueryDict:
    query = request.GET.copy()
    for place in ("before", "after"):
        query.pop(place, None)
    return query
