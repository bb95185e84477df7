"""Period of a report: whole days of the operator (`journal.selectors.gaming_days`), or from one instant to another."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Self

from journal.selectors.gaming_days import DAY, HOUR, day_of, end_of_hour, hour_of, start_of

__all__ = [
    "BEGINNING",
    "DAY",
    "HOUR",
    "MOMENT",
    "BackwardsPeriod",
    "Period",
    "day_of",
    "end_of_hour",
    "hour_of",
    "merge_periods",
    "start_of",
]
MOMENT = timedelta(microseconds=1)
"""Resolution of PostgreSQL's timestamps."""

BEGINNING = datetime(2000, 1, 1, tzinfo=UTC)
"""Earlier than any stored time."""


class BackwardsPeriod(ValueError):
    """A period that ends before it begins."""

    code = "backwards_period"


@dataclass(frozen=True, slots=True)
class Period:
    """From `since` until just before `until`, both time-zone aware."""

    since: datetime
    until: datetime

    def __post_init__(self) -> None:
        """Refuse a reversed period (BackwardsPeriod) and naive times (TypeError)."""
        if self.since.tzinfo is None or self.until.tzinfo is None:
            raise TypeError("a period's times have a zone")
        if self.until < self.since:
            raise BackwardsPeriod(f"{self.since} to {self.until}")

    @classmethod
    def of_days(cls, first: date, last: date) -> Self:
        """Return the period of whole days, `last` included."""
        return cls(start_of(first), start_of(last + DAY))

    @classmethod
    def day(cls, day: date) -> Self:
        return cls.of_days(day, day)

    @classmethod
    def month_to_date(cls, today: date) -> Self:
        """Return the period from the first of the month, `today` included."""
        return cls.of_days(today.replace(day=1), today)

    @classmethod
    def year_to_date(cls, today: date) -> Self:
        """Return the period from the first of January, `today` included."""
        return cls.of_days(today.replace(month=1, day=1), today)

    @classmethod
    def last_days(cls, count: int, today: date) -> Self:
        """Return the last `count` days, `today` included."""
        return cls.of_days(today - (count - 1) * DAY, today)

    @property
    def is_whole_days(self) -> bool:
        return all(one == start_of(day_of(one)) for one in (self.since, self.until))

    @property
    def first(self) -> date:
        """Day on which it begins."""
        return day_of(self.since)

    @property
    def last(self) -> date:
        """Day on which it ends, included."""
        return max(day_of(self.until - MOMENT), self.first)

    @property
    def days(self) -> Iterator[date]:
        """Every day that it touches, in order."""
        return (self.first + n * DAY for n in range((self.last - self.first).days + 1))

    def split(self, most: int) -> Iterator[Self]:
        """Yield consecutive parts, cut at the start of each day, or less often to keep to `most` parts."""
        count = (self.last - self.first).days + 1
        days = -(-count // most)
        for n in range(0, count, days):
            first = self.first + n * DAY
            since = max(self.since, start_of(first))
            until = min(self.until, start_of(first + days * DAY))
            if since < until:
                yield type(self)(since, until)

    def before(self, by: timedelta) -> "Period":
        """Return the same period, `by` earlier."""
        return Period(self.since - by, self.until - by)


def merge_periods(periods: Iterable[Period]) -> list[Period]:
    """Return the union as disjoint periods, in order."""
    found: list[Period] = []
    for one in sorted(periods, key=lambda period: period.since):
        if found and one.since <= found[-1].until:
            found[-1] = Period(found[-1].since, max(found[-1].until, one.until))
        else:
            found.append(one)
    return found
