"""The operator's day: where it begins, which day a moment belongs to, and the hours of a day.

A day begins at a start hour of a time zone. Both are rows of `GamingDay`, each in force from a day on, so that a change leaves the
days before it as they were. A day ends when the next one begins: every moment is in exactly one day, also where clocks are changed.
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
"""From here on the first row counts; what is older is reckoned with it too."""

KEPT_SECONDS: Final = 60
"""So long a process keeps the rows that it read. A change is announced an hour or more before it takes effect (`reports.services.gaming_days`)."""


@dataclass(frozen=True, slots=True)
class Rule:
    """From `from_day` on days begin at `start_hour` in `zone`."""

    from_day: date
    zone: str
    start_hour: int

    def start_of(self, day: date) -> datetime:
        """When a day begins, in UTC. An hour that clocks skip begins when they are changed, one that they repeat the first time."""
        wall = datetime(day.year, day.month, day.day, self.start_hour, tzinfo=ZoneInfo(self.zone))
        return wall.astimezone(UTC)


Rules = tuple[Rule, ...]
"""In the order in which they take effect; never empty."""

_UTC: Final[Rules] = (Rule(FIRST_DAY, "UTC", 0),)


class _Kept:
    """What this process read last, and until when it need not read again."""

    rules: Rules = _UTC
    until: float = 0.0


def rules() -> Rules:
    """Every rule, the oldest first. One query a minute and process."""
    if time.monotonic() >= _Kept.until:
        keep(read_rules())
    return _Kept.rules


def read_rules() -> Rules:
    """Return the rules as the database has them now. One query."""
    rows = GamingDay.objects.order_by("from_day").values_list("from_day", "zone", "start_hour")
    return tuple(Rule(*row) for row in rows) or _UTC


def keep(found: Rules, seconds: float = KEPT_SECONDS) -> None:
    """Reckon with these for so long."""
    _Kept.rules, _Kept.until = found, time.monotonic() + seconds


def forget() -> None:
    """Read the rules again before they are needed next."""
    _Kept.until = 0.0


def rule_of(day: date) -> Rule:
    """The rule by which a day begins."""
    return _rule_of(rules(), day)


def operator_zone(at: datetime) -> ZoneInfo:
    """The zone in which staff read times, on the day of a moment."""
    return ZoneInfo(rule_of(day_of(at)).zone)


def start_of(day: date) -> datetime:
    """When a day begins, in UTC."""
    return _start_of(rules(), day)


def end_of(day: date) -> datetime:
    """When a day ends: the next one begins then."""
    return start_of(day + DAY)


def bounds_of(day: date) -> tuple[datetime, datetime]:
    """When a day begins and when the next one does, in UTC."""
    return start_of(day), end_of(day)


def day_of(at: datetime) -> date:
    """The day that a moment belongs to."""
    known = rules()
    day = (at.astimezone(ZoneInfo(known[-1].zone)) - known[-1].start_hour * HOUR).date()
    while at < _start_of(known, day):
        day -= DAY
    while at >= _start_of(known, day + DAY):
        day += DAY
    return day


def starts_of(first: date, last: date) -> Sequence[datetime]:
    """When each of these days begins, and when the last one ends."""
    return _starts_of(rules(), first, last)


def hour_of(at: datetime) -> datetime:
    """When the hour of a moment began. Hours are counted from the beginning of their day, the last may be shorter than others."""
    start = start_of(day_of(at))
    return start + (at - start) // HOUR * HOUR


def end_of_hour(hour: datetime) -> datetime:
    """When an hour that begins then ends: an hour later, or with its day."""
    return min(hour + HOUR, end_of(day_of(hour)))


def hours_until(first: datetime, last: datetime) -> Iterator[datetime]:
    """The ends of the hours from the one that ends at `first` to the one that ends at `last`."""
    while first <= last:
        yield first
        first = end_of_hour(first)


def local_time(at: datetime) -> datetime:
    """A moment on the operator's clocks."""
    return at.astimezone(operator_zone(at))


@lru_cache(maxsize=4096)
def _start_of(known: Rules, day: date) -> datetime:
    return _rule_of(known, day).start_of(day)


def _rule_of(known: Rules, day: date) -> Rule:
    return known[max(0, bisect_right(known, day, key=lambda rule: rule.from_day) - 1)]


@lru_cache(maxsize=64)
def _starts_of(known: Rules, first: date, last: date) -> tuple[datetime, ...]:
    days = [first + n * DAY for n in range((last - first).days + 2)]
    return tuple(_rule_of(known, day).start_of(day) for day in days)
