"""Verifying the journal: asking the database, and keeping what was found. What does not hold is an alarm."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from django.db import connection, transaction

from journal.models import Check, Kind
from journal.services import record

MOST_FINDINGS: Final = 100
"""Findings that are kept and told; that there are more is told as well."""

SUBJECT: Final = "journal"


def asked(statement: str, *values: str | int | list[str]) -> list[tuple[Any, ...]]:
    """Return the rows of a statement that reads a long history, which takes its time."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL statement_timeout = 0")
        cursor.execute(statement, values)
        return list(cursor.fetchall())


@transaction.atomic
def keep(
    check: Check, found: Iterable[str], *, alarm: Kind, details: Mapping[str, object]
) -> Check:
    """Keep the result of `check`, whose kind, occasion and person are given, and raise the alarm where anything was found."""
    every = list(found)
    told = every[:MOST_FINDINGS]
    if len(every) > len(told):
        told.append(f"and {len(every) - len(told)} more")
    check.passed, check.findings, check.details = not told, told, dict(details)
    check.save(force_insert=True)
    if told:
        record(
            alarm, actor=check.by_id, subject=SUBJECT, data={"findings": told, "check": check.pk}
        )
    return check
