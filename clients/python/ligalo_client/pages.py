"""Rows of lists over all their pages."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Generic, ParamSpec, Protocol, TypeVar

from ligalo_client.generated.types import Unset

Row = TypeVar("Row")
Row_co = TypeVar("Row_co", covariant=True)
P = ParamSpec("P")


class Page(Protocol[Row_co]):
    """A page of a list. `next_` is the cursor of the following page."""

    @property
    def data(self) -> Sequence[Row_co]: ...

    @property
    def next_(self) -> str | Unset | None: ...


class Rows(Iterator[Row], Generic[Row]):
    """The rows of a list, asked for page by page.

    `cursor` names what follows the rows that were returned so far, for lists whose last page also
    has one: the ledger and the events, which are read again later from there.
    """

    def __init__(self, ask: Callable[[str | None], Page[Row]], cursor: str | None = None) -> None:
        self._ask, self.cursor = ask, cursor
        self._rows: Iterator[Row] = iter(())
        self._is_last = False

    def __next__(self) -> Row:
        while True:
            for row in self._rows:
                return row
            if self._is_last:
                raise StopIteration
            self._turn()

    def _turn(self) -> None:
        page = self._ask(self.cursor)
        following = page.next_ or None
        self._is_last = following is None or not getattr(page, "more", True)
        self._rows, self.cursor = iter(page.data), following or self.cursor


def iterate_rows(operation: Callable[P, Page[Row]], *args: P.args, **kwargs: P.kwargs) -> Rows[Row]:
    """Return the rows of a list operation over all its pages: `iterate_rows(casino.list_rounds, limit=200)`.

    A `cursor` among the arguments is where it begins.
    """
    given: Any = dict(kwargs)
    first = given.pop("cursor", None) or None

    def ask(cursor: str | None) -> Page[Row]:
        place: Any = {} if cursor is None else {"cursor": cursor}
        return operation(*args, **given, **place)

    return Rows(ask, first)
