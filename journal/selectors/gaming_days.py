"""The operator's day: its bounds, the day of a moment, and the hours of a day.

A day begins at a start hour in a time zone (`GamingDay`). Each row applies from a day on, so a
change does not move earlier days. A day ends when the next one begins, also across daylight saving
changes.
"""

import time
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from typing import Final
from zoneinfo import ZoneInfo

from journal.models import GamingDay

DAY: Final = timedelta(days=1)
HOUR: Final = timedelta(hours=1)
FIRST_DAY: Final = date(2000, 1, 1)
"""Day from which the first row applies; it also applies to earlier days."""

KEPT_SECONDS: Final = 60
"""Lifetime of the process's cache. A change is announced at least an hour before it applies (`reports.services.gaming_days`)."""


@dataclass(frozen=True, slots=True)
class GamingDayRule:
    """From `from_day` on, days begin at `start_hour` in `zone`."""

    from_day: date
    zone: str
    start_hour: int

    def start_of(self, day: date) -> datetime:
        """Start of a day, in UTC. A start hour skipped by DST begins at the change; a repeated hour begins the first time."""
        wall = datetime(day.year, day.month, day.day, self.start_hour, tzinfo=ZoneInfo(self.zone))
        return wall.astimezone(UTC)


Rules = tuple[GamingDayRule, ...]
"""Rules in the order in which they apply; never empty."""

_UTC: Final[Rules] = (GamingDayRule(FIRST_DAY, "UTC", 0),)


class _Kept:
    """Cached rules and the expiry of the cache."""

    rules: Rules = _UTC
    until: float = 0.0


def cached_rules() -> Rules:
    """Return every rule, oldest first. At most one query per minute and process."""
    if time.monotonic() >= _Kept.until:
        cache_rules(read_rules())
    return _Kept.rules


def read_rules() -> Rules:
    """Return the rules from the database. One query."""
    rows = GamingDay.objects.order_by("from_day").values_list("from_day", "zone", "start_hour")
    return tuple(GamingDayRule(*row) for row in rows) or _UTC


def cache_rules(rules: Rules, seconds: float = KEPT_SECONDS) -> None:
    """Cache these rules for `seconds`."""
    _Kept.rules, _Kept.until = rules, time.monotonic() + seconds


def clear_rules() -> None:
    """Clear the cache; the next use reads the rules again."""
    _Kept.until = 0.0


def find_rule(day: date) -> GamingDayRule:
    """Return the rule that defines the start of a day."""
    return _rule_of(cached_rules(), day)


def operator_zone(at: datetime) -> ZoneInfo:
    """Return the time zone of staff pages on the day of a moment."""
    return ZoneInfo(find_rule(day_of(at)).zone)


def start_of(day: date) -> datetime:
    """Start of a day, in UTC."""
    return _start_of(cached_rules(), day)


def end_of(day: date) -> datetime:
    """End of a day, in UTC: the start of the next one."""
    return start_of(day + DAY)


def day_of(at: datetime) -> date:
    """Return the day that contains a moment."""
    known = cached_rules()
    day = (at.astimezone(ZoneInfo(known[-1].zone)) - known[-1].start_hour * HOUR).date()
    while at < _start_of(known, day):
        day -= DAY
    while at >= _start_of(known, day + DAY):
        day += DAY
    return day


def starts_of(first: date, last: date) -> Sequence[datetime]:
    """Return the starts of these days, followed by the end of the last one."""
    return _starts_of(cached_rules(), first, last)


def hour_of(at: datetime) -> datetime:
    """Return the start of the hour that contains a moment. Hours count from the start of their day; the last one may be shorter."""
    start = start_of(day_of(at))
    return start + (at - start) // HOUR * HOUR


def end_of_hour(hour: datetime) -> datetime:
    """Return the end of the hour that starts at `hour`: one hour later, or the end of its day if that is earlier."""
    return min(hour + HOUR, end_of(day_of(hour)))


def hours_until(first: datetime, last: datetime) -> Iterator[datetime]:
    """Yield the ends of hours, from the one that ends at `first` to the one that ends at `last`."""
    while first <= last:
        yield first
        first = end_of_hour(first)


def local_time(at: datetime) -> datetime:
    """Convert a moment to the operator's time zone."""
    return at.astimezone(operator_zone(at))


@lru_cache(maxsize=4096)
def _start_of(known: Rules, day: date) -> datetime:
    return _rule_of(known, day).start_of(day)


def _rule_of(known: Rules, day: date) -> GamingDayRule:
    return known[max(0, bisect_right(known, day, key=lambda rule: rule.from_day) - 1)]


@lru_cache(maxsize=64)
def _starts_of(known: Rules, first: date, last: date) -> tuple[datetime, ...]:
    days = [first + n * DAY for n in range((last - first).days + 2)]
    return tuple(_rule_of(known, day).start_of(day) for day in days)
