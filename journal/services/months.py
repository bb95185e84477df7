"""Monthly partitions of the tables that grow with play: created ahead, and checked."""

import logging
import time
from typing import Final, LiteralString

from django.db import OperationalError, connection, transaction
from django.utils import timezone
from psycopg.errors import LockNotAvailable

from journal.models import EventKind
from journal.services.recording import record, record_once

_FAULTS: Final = "SELECT of_table, fault, month FROM public.journal_month_faults()"
_TRIES: Final = 30
_PAUSE_SECONDS: Final = 1
_log = logging.getLogger(__name__)


def make_months(table: str, query: LiteralString) -> int:
    """Create the missing partitions of a table by its SQL function; return how many. Idempotent.

    Players wait behind its locks, so it gives up after 300 ms and tries again, `_TRIES` times. Raises OperationalError.
    """
    for _ in range(_TRIES - 1):
        try:
            return _make_months(table, query)
        except OperationalError as error:
            if not isinstance(error.__cause__, LockNotAvailable):
                raise
            time.sleep(_PAUSE_SECONDS)
    return _make_months(table, query)


@transaction.atomic
def _make_months(table: str, query: LiteralString) -> int:
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
