"""Sums of the hands dealt to each player in a day, made after its figures are closed, oldest day first."""

from datetime import date
from typing import Final

from django.db import connection, transaction

from reports.models import ClosedDay, ClosedPart
from reports.selectors.fact_tables import HANDS, query_parameters
from reports.selectors.period_query import query_rows
from reports.services.closing import MEMORY
from reports.values.period import Period

_LOCK: Final = 0x68616E64
_FIRST_OPEN: Final = """
    SELECT min(day) AS day FROM reports_closedday AS closed
    WHERE part = 'figures' AND NOT EXISTS (
        SELECT FROM reports_closedday WHERE part = 'hands' AND day = closed.day)
"""


def sum_hands(most: int = 1) -> int:
    """Sum up to this many closed days; return how many.

    One transaction per day. Stops at once if another process holds the lock.
    """
    for done in range(most):
        if _sum_one() is None:
            return done
    return most


@transaction.atomic(durable=True)
def _sum_one() -> date | None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [_LOCK])
        if not cursor.fetchone()[0]:
            return None
        day: date | None = query_rows(_FIRST_OPEN, {})[0]["day"]
        if day is None:
            return None
        ClosedDay.objects.create(day=day, part=ClosedPart.HANDS)
        cursor.execute("SET LOCAL statement_timeout = 0")
        cursor.execute(f"SET LOCAL work_mem = '{MEMORY}'")
        cursor.execute(HANDS.insert_statement, query_parameters([Period.day(day)]))
    return day
