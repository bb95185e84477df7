"""Seeing that configured rows are what their history says: who switches the triggers off leaves no alteration, but a difference."""

from collections.abc import Iterator
from typing import Final

from journal.checks import asked, keep
from journal.models import Check, Kind

_WRONG: Final = {
    "unsaid": "{row}: is there, and its history does not say since when",
    "gone": "{row}: is gone, and its history does not say so",
    "back": "{row}: is there, and its history says that it was deleted",
    "other": "{row}: {column} is not what its history says",
}


def verify_rows(occasion: Check.Occasion, *, by: int | None = None) -> Check:
    """Compare every configured row with its history, and see that changes are still noted. What differs is an alarm.

    Values are not told: what differs may be personal. Of masked columns (passwords, second factors) the history has none.
    """
    tables = asked("SELECT of_table, key, unseen, watched FROM public.journal_watched() ORDER BY 1")
    found = [finding for table in tables for finding in _found(*table)]
    check = Check(kind=Check.Kind.ROWS, occasion=occasion, by_id=by)
    return keep(check, found, alarm=Kind.ROWS_DIFFER, details={"tables": len(tables)})


def _found(table: str, key: str, unseen: list[str], watched: bool) -> Iterator[str]:  # noqa: FBT001  # a row of the database
    if not watched:
        yield f"{table}: changes of its rows are not noted any more"
    for row, wrong, column in asked(
        "SELECT * FROM public.journal_strays(%s, %s, %s)", table, key, unseen
    ):
        yield _WRONG[wrong].format(row=f"{table} {row}", column=column)
