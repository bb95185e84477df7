"""Seeing that configured rows are what their history says: who switches the triggers off leaves no alteration, but a difference."""

from collections.abc import Iterator

from journal.models import Check, Kind
from journal.services.checking import Each, asked, keep
from journal.values.findings import Finding, finding


def verify_rows(
    occasion: Check.Occasion, *, by: int | None = None, each: Each | None = None
) -> Check:
    """Compare every configured row with its history, and see that changes are still noted. What differs is an alarm.

    Values are not told: what differs may be personal. Of masked columns (passwords, second factors) the history has none.
    `each` is told every finding.
    """
    tables = asked("SELECT of_table, key, unseen, watched FROM public.journal_watched() ORDER BY 1")
    found = [one for table in tables for one in _found(*table)]
    check = Check(kind=Check.Kind.ROWS, occasion=occasion, by_id=by)
    details = {"tables": len(tables)}
    return keep(check, found, alarm=Kind.ROWS_DIFFER, details=details, each=each)


def _found(table: str, key: str, unseen: list[str], watched: bool) -> Iterator[Finding]:  # noqa: FBT001  # a row of the database
    if not watched:
        yield finding("rows_unwatched", table=table)
    for row, wrong, column in asked(
        "SELECT * FROM public.journal_strays(%s, %s, %s)", table, key, unseen
    ):
        yield finding(f"row_{wrong}", table=table, row=row, column=column)
