"""Closes the days of a new history, using the product's own functions."""

from collections.abc import Callable
from datetime import date
from time import monotonic, sleep
from typing import Final

from django.db import connections

from reports.models import ClosedDay, ClosedPart
from reports.services import closing, judging, summing
from reports.values.period import Period, day_of
from tools.history.history_plan import Plan

PATIENCE = 60.0
"""Seconds for retrying the last days, which running requests and tasks may delay."""

_AGAIN: Final = 0.5
Tell = Callable[[float, str], None]


def close_days(plan: Plan, tell: Tell) -> None:
    """Close all days that are over; retry for PATIENCE seconds while other transactions are open."""
    until = monotonic() + PATIENCE
    _close_due(tell)
    while list_unclosed_days(plan) and monotonic() < until:
        sleep(_AGAIN)
        _close_due(tell)
    while closing.close_hours():
        pass
    for day in ClosedDay.objects.filter(part=ClosedPart.FIGURES).order_by("day"):
        judging.close_judged_day(day.day)
    while summing.sum_hands():
        pass


def _close_due(tell: Tell) -> None:
    while closing.close_days(1, lambda day: tell(1.0, f"closed {day}")):
        pass


def list_unclosed_days(plan: Plan) -> list[date]:
    """Return the days of the plan that can be closed but are not; none before the first event."""
    begun = closing.find_first_day()
    if begun is None:
        return []
    days = Period.of_days(max(begun, day_of(plan.since)), day_of(plan.until)).days
    closed = set(ClosedDay.objects.filter(part=ClosedPart.FIGURES).values_list("day", flat=True))
    first_open = day_of(plan.until - closing.SETTLING_TIME)
    return [day for day in days if day < first_open and day not in closed]


def owner_url() -> str:
    """Return psycopg's connection string of the database owner."""
    parameters = connections["owner"].get_connection_params()
    words = {key: parameters.get(key) for key in ("host", "port", "dbname", "user", "password")}
    return " ".join(f"{key}='{value}'" for key, value in words.items() if value)


def count_closed() -> int:
    """Return the number of closed days."""
    return ClosedDay.objects.filter(part=ClosedPart.FIGURES).count()
