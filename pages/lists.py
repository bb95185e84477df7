"""Long lists of the back office: their columns, said once for page and export, and slices of them that cost the same anywhere."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from django.db.models import QuerySet
from django.forms import Form
from django.http import HttpRequest, QueryDict
from django.utils.functional import Promise

from pages.page_links import PageLink
from pages.pagination import ByNumber, Row, page_asked_for

Row_contra = TypeVar("Row_contra", contravariant=True)
SLICE: Final = 50


@dataclass(frozen=True, slots=True)
class Column(Generic[Row_contra]):
    """One column: `value` gives text, a number, Money, a Decimal, a date or a time of one row, or None for an empty cell.

    `key` names it in machines' files, in every language alike; `numeric` columns are aligned to the right. Where values are
    `money`, which is numeric too, files without number formats give the currency a column of its own. `link` is
    the page about what a cell names, None where there is none. `below` stands under the value on a page that has no room beside it.
    `code` is what files for programs have in place of words, which every language has its own of.
    `player` gives the number of the player whom a cell names, by name or address: whoever reads it has seen personal data.
    """

    key: str
    title: str | Promise
    value: Callable[[Row_contra], object]
    numeric: bool = False
    money: bool = False
    link: Callable[[Row_contra], PageLink | None] | None = None
    below: Callable[[Row_contra], object] | None = None
    player: Callable[[Row_contra], int] | None = None
    code: Callable[[Row_contra], object] | None = None


@dataclass(frozen=True, slots=True)
class Slice(Generic[Row]):
    """Some rows of a long list, newest first, and the queries that lead to the next ones ("" where there are none)."""

    rows: Sequence[Row]
    newer: str
    older: str


def slice_of(rows: QuerySet[Row, Row], request: HttpRequest, *, size: int = SLICE) -> Slice[Row]:
    """Return the rows that `before` or `after` (a primary key) of the request's query asks for; one query, whatever the length.

    Two where no row lies on that side: then it is the first slice. A query that names no number is that of the first slice. The filters of the query stay in the links.
    """
    page = page_asked_for(rows, ByNumber(), size, request)
    return Slice(
        page.rows, _query(request, "after", page.newer), _query(request, "before", page.older)
    )


def export_query(request: HttpRequest) -> str:
    """The filters of a list's address, without the place in it: what a file of the whole list is asked for with."""
    return _filters(request).urlencode()


def filled(request: HttpRequest, form: Form) -> list[str]:
    """The names of the filters that were asked for."""
    return [name for name in form.fields if request.GET.get(name)]


def asked(form: Form) -> dict[str, str]:
    """The filters that were asked for, as they stand in an address."""
    return {name: form.data[name] for name in form.fields if form.data.get(name)}


def _query(request: HttpRequest, name: str, number: int | None) -> str:
    if number is None:
        return ""
    query = _filters(request)
    query[name] = str(number)
    return query.urlencode()


def _filters(request: HttpRequest) -> QueryDict:
    query = request.GET.copy()
    for place in ("before", "after"):
        query.pop(place, None)
    return query
