"""Monthly partitions of the tables that grow with play: created ahead, and checked."""

import logging
from typing import Final, LiteralString

from django.db import connection, transaction
from django.utils import timezone

from journal.models import EventKind
from journal.services.recording import record, record_once

_FAULTS: Final = "SELECT of_table, fault, month FROM public.journal_month_faults()"
_log = logging.getLogger(__name__)


@transaction.atomic
def make_months(table: str, query: LiteralString) -> int:
    """Create the missing partitions of a table by its SQL function; return how many. Idempotent; blocks no writer of other months."""
    with connection.cursor() as cursor:
        cursor.execute(query)
        made = int(cursor.fetchone()[0])
    if made:
        record(
            EventKind.PARTITIONS_CREATED,
            subject="platform",
            data={"table": table, "partitions": made},
        )
    return made


def report_missing_months() -> int:
    """Raise an alarm for each missing month and each default partition with rows, once a day; return how many were found."""
    with connection.cursor() as cursor:
        cursor.execute(_FAULTS)
        found = cursor.fetchall()
    for table, fault, month in found:
        kind = EventKind.PARTITION_MISSING if fault == "missing" else EventKind.PARTITION_OVERFLOWS
        data = {"table": table, **({"month": month} if month else {})}
        once = f"{table} {month or ''} {timezone.now().date().isoformat()}"
        if record_once(kind, subject="platform", data=data, once=once):
            _log.error("A monthly partition is missing or a default one is used", extra=data)
    return len(found)
