"""Change of the time zone and hour at which the operator's day begins, from a future day on."""

from datetime import date, timedelta
from typing import Final
from zoneinfo import available_timezones

from django.db import connection, transaction
from django.utils import timezone

from journal.models import EventKind, GamingDay
from journal.refusals import ReasonMissing
from journal.selectors.gaming_days import (
    DAY,
    HOUR,
    GamingDayRule,
    cache_rules,
    clear_rules,
    day_of,
    read_rules,
    start_of,
)
from journal.services.recording import declare_acting_user, record
from reports.refusals import GamingDayRefused
from reports.selectors.period_query import find_last_closed
from reports.services.closing import LOCK

NOTICE: Final = HOUR
"""Minimum notice for a change of the gaming day, so that every process knows it in time
(`journal.selectors.gaming_days.KEPT_SECONDS`)."""

SHORTEST: Final = HOUR
LONGEST: Final = timedelta(days=4)


@transaction.atomic(durable=True)
def change_gaming_day(zone: str, start_hour: int, from_day: date, *, reason: str) -> GamingDayRule:
    """Let days begin at `start_hour` in `zone` from `from_day` on; recorded in the journal.

    Takes the advisory lock of closing. Raises ReasonMissing, and GamingDayRefused for an unknown zone or hour, for a
    day that has begun, is closed or was set already, and if the day before would be too short or too long.
    """
    with connection.cursor() as cursor:  # blocks closing of days
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
    cache_rules(read_rules())
    new = GamingDayRule(from_day, zone, start_hour)
    _verify(new, reason)
    before = read_rules()[-1]
    declare_acting_user(None)
    GamingDay.objects.create(from_day=from_day, zone=zone, start_hour=start_hour)
    record(
        EventKind.GAMING_DAY_SET,
        subject=f"gaming day {from_day}",
        data={
            "from_day": str(from_day),
            "before": {"zone": before.zone, "start_hour": before.start_hour},
            "after": {"zone": zone, "start_hour": start_hour},
            "reason": reason,
        },
    )
    transaction.on_commit(clear_rules)
    return new


def _verify(new: GamingDayRule, reason: str) -> None:
    if new.zone not in available_timezones():
        raise GamingDayRefused(f"{new.zone!r} is not a time zone that this machine knows.")
    if not 0 <= new.start_hour < 24:  # noqa: PLR2004  hours of a day
        raise GamingDayRefused(f"A day starts at an hour from 0 to 23, not {new.start_hour}.")
    if not reason.strip():
        raise ReasonMissing
    _verify_day(new)


def _verify_day(new: GamingDayRule) -> None:
    """Require a future day, and a day before it of reasonable length."""
    now, known, closed = timezone.now(), read_rules(), find_last_closed()
    if new.from_day <= known[-1].from_day:
        raise GamingDayRefused(
            f"Days from {known[-1].from_day} on are set already; choose a later day."
        )
    start = new.start_of(new.from_day)
    if new.from_day <= day_of(now) or start <= now + NOTICE:
        raise GamingDayRefused(
            f"{new.from_day} has begun or begins within the hour; choose a later day."
        )
    if closed is not None and new.from_day <= closed + DAY:
        raise GamingDayRefused(f"{closed} is closed; choose a day after the next one.")
    length = start - start_of(new.from_day - DAY)
    if not SHORTEST <= length <= LONGEST:
        raise GamingDayRefused(
            f"{new.from_day - DAY} would be {length / HOUR:.1f} hours long; choose another start hour."
        )
