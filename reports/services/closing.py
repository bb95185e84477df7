"""Closing days: each once, in their order, when nothing of it can still come."""

from collections.abc import Callable
from datetime import date, datetime, timedelta

from django.db import connection, transaction
from django.db.backends.utils import CursorWrapper

from reports.facts import FACTS, asked_of
from reports.models import ClosedDay, DayBegun, Part
from reports.period import DAY, Period, day_of

SETTLES = timedelta(minutes=5)
"""After midnight by the database's clock: as far as a web server's clock may be behind it."""

_LOCK = 0x7265706F
"""Any number that no other advisory lock uses."""

MEMORY = "64MB"
"""For the sorts of a day: those of tens of thousands of rounds stay out of files."""

Told = Callable[[date], None]


def close_due(most: int = 1, told: Told = lambda _day: None) -> int:
    """Close up to so many of the days that are over, the oldest first; how many were closed.

    Each is a transaction of its own, so what was done stays done. Whoever comes while another is at it leaves.
    """
    _begin_due()
    for done in range(most):
        day = _close_one()
        if day is None:
            return done
        told(day)
    return most


@transaction.atomic(durable=True)
def _begin_due() -> None:
    """Say of every day that is over, and not said yet, after which transactions nothing of it can come."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        last = day_of(cursor.fetchone()[0] - SETTLES) - DAY
        first = _after_last_begun() or _first_day()
        if first is None or first > last:
            return
        cursor.execute("SELECT pg_current_xact_id()::text")  # greater than all that were given
        barrier = cursor.fetchone()[0]
    days = Period.of_days(first, last).days
    DayBegun.objects.bulk_create(
        [DayBegun(day=day, barrier=barrier) for day in days], ignore_conflicts=True
    )


def _after_last_begun() -> date | None:
    last = DayBegun.objects.order_by("-day").values_list("day", flat=True).first()
    return None if last is None else last + DAY


def _first_day() -> date | None:
    """The day of the oldest thing that a report counts. Money comes in before it is staked: the first transfer is none of play."""
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
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [_LOCK])
        if not cursor.fetchone()[0]:
            return None
        day = _next_final(cursor)
        if day is None:
            return None
        ClosedDay.objects.create(day=day, part=Part.FIGURES)
        cursor.execute("SET LOCAL statement_timeout = 0")
        cursor.execute(f"SET LOCAL work_mem = '{MEMORY}'")
        for fact in FACTS:
            cursor.execute(fact.closing, asked_of([Period.day(day)]))
    return day


_NEXT = """
    SELECT day, barrier <= pg_snapshot_xmin(pg_current_snapshot()) FROM reports_daybegun AS begun
    WHERE NOT EXISTS (SELECT FROM reports_closedday AS closed
                      WHERE closed.part = 'figures' AND closed.day = begun.day)
    ORDER BY day LIMIT 1
"""
"""The oldest day that is not closed, and whether it is final: later ones wait for it."""


def _next_final(cursor: CursorWrapper) -> date | None:
    cursor.execute(_NEXT)
    row = cursor.fetchone()
    return row[0] if row and row[1] else None
