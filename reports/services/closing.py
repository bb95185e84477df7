"""Closing of days and hours: each once, in order, when no more data can arrive."""

from collections.abc import Callable
from datetime import date, datetime, timedelta
from typing import Final

from django.db import connection, transaction
from django.db.backends.utils import CursorWrapper

from journal.selectors.gaming_days import end_of, hours_until
from reports.models import ClosedDay, ClosedHour, ClosedPart, Passed
from reports.selectors.fact_tables import FACTS, HOURS, query_parameters
from reports.selectors.period_query import find_closed_until, find_last_closed
from reports.values.period import DAY, MOMENT, Period, day_of, end_of_hour, hour_of, start_of

SETTLING_TIME = timedelta(minutes=5)
"""Delay after the end of an hour: the maximum difference between the clocks of web server and database."""

LOCK: Final = 0x7265706F
"""Advisory lock of closing and of writing history. Any number that no other advisory lock uses."""

MEMORY = "64MB"
"""Memory for the sorts of a day, so that tens of thousands of rounds need no temporary files."""

AT_ONCE: Final = 7 * 24
"""Hours closed per statement when many are open."""

DayCallback = Callable[[date], None]


def close_days(most: int = 1, on_closed: DayCallback = lambda _day: None) -> int:
    """Close up to this many days, oldest first; return how many.

    One transaction per day. Stops at once if another process is closing.
    """
    record_passed_hours()
    for done in range(most):
        day = _close_one()
        if day is None:
            return done
        on_closed(day)
    return most


def close_hours() -> int:
    """Close up to `AT_ONCE` hours; return how many. Does nothing if another process is closing."""
    record_passed_hours()
    return _close_hours()


@transaction.atomic(durable=True)
def record_passed_hours() -> None:
    """Record, for each hour that is over, the transaction id below which all transactions must end before it is final.

    In order, so a later hour never has a lower barrier. Does nothing if another process holds the lock.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [LOCK])
        if not cursor.fetchone()[0]:
            return
        cursor.execute("SELECT clock_timestamp()")
        last = hour_of(cursor.fetchone()[0] - SETTLING_TIME)
        first = _after_last_passed() or _first_passed()
        if first is None or first > last:
            return
        cursor.execute("SELECT pg_current_xact_id()::text")  # greater than all ids assigned so far
        barrier = cursor.fetchone()[0]
    Passed.objects.bulk_create(
        [Passed(until=until, barrier=barrier) for until in hours_until(first, last)],
        batch_size=10_000,
    )


def _after_last_passed() -> datetime | None:
    last = Passed.objects.order_by("-until").values_list("until", flat=True).first()
    return None if last is None else end_of_hour(last)


def _first_passed() -> datetime | None:
    day = find_first_day()
    return None if day is None else end_of_hour(start_of(day))


def find_first_day() -> date | None:
    """Return the first day with data, None without any. Money precedes play, so transfers of play are skipped."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT least((SELECT min(finished_at) FROM casino_round),"
            " (SELECT min(created_at) FROM wallet_transfer"
            " WHERE kind NOT IN ('bet', 'settle', 'refund')),"
            " (SELECT min(at) FROM journal_event))"
        )
        found: datetime | None = cursor.fetchone()[0]
    return None if found is None else day_of(found)


@transaction.atomic(durable=True)
def _close_one() -> date | None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [LOCK])
        if not cursor.fetchone()[0]:
            return None
        day = _next_final(cursor)
        if day is None:
            return None
        ClosedDay.objects.create(day=day, part=ClosedPart.FIGURES)
        cursor.execute("SET LOCAL statement_timeout = 0")
        cursor.execute(f"SET LOCAL work_mem = '{MEMORY}'")
        for fact in FACTS:
            cursor.execute(fact.insert_statement, query_parameters([Period.day(day)]))
    return day


_FINAL = """
    SELECT barrier <= pg_snapshot_xmin(pg_current_snapshot())
    FROM reports_passed WHERE until = %s
"""
"""Query: no transaction can still add a row to what ended then."""


def _next_final(cursor: CursorWrapper) -> date | None:
    """Return the oldest unclosed day if it is final; later days wait for it."""
    day = _next_day()
    if day is None:
        return None
    cursor.execute(_FINAL, [end_of(day)])
    row = cursor.fetchone()
    return day if row and row[0] else None


def _next_day() -> date | None:
    last = find_last_closed()
    if last is not None:
        return last + DAY
    first = Passed.objects.order_by("until").values_list("until", flat=True).first()
    return None if first is None else day_of(first - MOMENT)


@transaction.atomic(durable=True)
def _close_hours() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [LOCK])
        if not cursor.fetchone()[0]:
            return 0
        cursor.execute(_ENDS, [find_closed_until(), AT_ONCE])
        ends = [row[0] for row in cursor.fetchall()]
        hours = [hour_of(until - MOMENT) for until in ends]
        if hours:
            ClosedHour.objects.bulk_create([ClosedHour(hour=hour) for hour in hours])
            cursor.execute("SET LOCAL statement_timeout = 0")
            cursor.execute(f"SET LOCAL work_mem = '{MEMORY}'")
            cursor.execute(HOURS.insert_statement, query_parameters([Period(hours[0], ends[-1])]))
    return len(hours)


_ENDS = """
    SELECT until FROM reports_passed
    WHERE until > coalesce(%s, '-infinity'::timestamptz)
      AND barrier <= pg_snapshot_xmin(pg_current_snapshot())
    ORDER BY until LIMIT %s
"""
"""Query: ends of final unclosed hours, oldest first. Later hours were noted later, so their barrier is not lower."""
