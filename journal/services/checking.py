"""Store the results of checks and raise an alarm for findings."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from django.db import connection, transaction

from journal.models import Check, EventKind
from journal.services.recording import record
from journal.values.findings import Finding, truncate_findings

MOST_FINDINGS: Final = 100
"""Findings stored in full; the number of the rest is stored too."""

SUBJECT: Final = "journal"


def run_long_query(statement: str, *values: str | int | list[str]) -> list[tuple[Any, ...]]:
    """Run a statement over a long history without the usual statement timeout; return its rows."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL statement_timeout = 0")
        cursor.execute(statement, values)
        return list(cursor.fetchall())


Each = Callable[[Finding], object]
"""Called with every finding, including those that are not stored."""


@transaction.atomic
def store_result(
    check: Check,
    findings: Sequence[Finding],
    *,
    alarm: EventKind,
    details: Mapping[str, object],
    each: Each | None = None,
) -> Check:
    """Store the result of `check`, and raise an alarm if there are findings."""
    if each is not None:
        for one in findings:
            each(one)
    kept = truncate_findings(list(findings), MOST_FINDINGS)
    check.passed, check.findings, check.details = not kept, kept, dict(details)
    check.save(force_insert=True)
    if kept:
        record(
            alarm, actor=check.by_id, subject=SUBJECT, data={"findings": kept, "check": check.pk}
        )
    return check
