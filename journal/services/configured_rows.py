"""Compare configured rows with their history: a change made with disabled triggers shows as a difference."""

from collections.abc import Iterator

from journal.models import Check, EventKind
from journal.services.checking import Each, run_long_query, store_result
from journal.values.findings import Finding, make_finding


def verify_rows(occasion: Check.Occasion, *, each: Each | None = None) -> Check:
    """Compare every configured row with its history, and check that the triggers are enabled. A difference raises an alarm.

    Findings contain no values, which may be personal. Masked columns (passwords, second factors)
    are not compared. `each` is called with every finding.
    """
    tables = run_long_query(
        "SELECT of_table, key, unseen, watched FROM public.journal_watched_tables() ORDER BY 1"
    )
    found = [one for table in tables for one in _found(*table)]
    check = Check(kind=Check.Kind.ROWS, occasion=occasion)
    details = {"tables": len(tables)}
    return store_result(check, found, alarm=EventKind.ROWS_DIFFER, details=details, each=each)


def _found(table: str, key: str, unseen: list[str], watched: bool) -> Iterator[Finding]:  # noqa: FBT001  # a row of the database
    if not watched:
        yield make_finding("rows_unwatched", table=table)
    for row, wrong, column in run_long_query(
        "SELECT * FROM public.journal_stray_rows(%s, %s, %s)", table, key, unseen
    ):
        yield make_finding(f"row_{wrong}", table=table, row=row, column=column)
