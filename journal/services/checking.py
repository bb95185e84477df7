"""Store the results of checks; a finding raises an alarm."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from django.db import connection, transaction

from journal.models import Check, EventKind
from journal.services.recording import record
from journal.values.findings import Finding, first_of

MOST_FINDINGS: Final = 100
"""Findings that are kept and told; that there are more is told as well."""

SUBJECT: Final = "journal"


def run_long_query(statement: str, *values: str | int | list[str]) -> list[tuple[Any, ...]]:
    """Return the rows of a statement that reads a long history, which takes its time."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL statement_timeout = 0")
        cursor.execute(statement, values)
        return list(cursor.fetchall())


Each = Callable[[Finding], object]
"""What is told every finding, also of those of which only the first are kept."""


@transaction.atomic
def store_result(
    check: Check,
    found: Sequence[Finding],
    *,
    alarm: EventKind,
    details: Mapping[str, object],
    each: Each | None = None,
) -> Check:
    """Store the result of `check`, and raise the alarm if there are findings."""
    if each is not None:
        for one in found:
            each(one)
    kept = first_of(list(found), MOST_FINDINGS)
    check.passed, check.findings, check.details = not kept, kept, dict(details)
    check.save(force_insert=True)
    if kept:
        record(
            alarm, actor=check.by_id, subject=SUBJECT, data={"findings": kept, "check": check.pk}
        )
    return check
