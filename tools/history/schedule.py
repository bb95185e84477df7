"""Times at which players open their shoes: evenly spaced, or by preferred hours and weekdays."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

from django.utils import timezone

APART: Final = timedelta(minutes=28)
"""Interval between two shoes of a player: longer than any shoe with the payments before it."""
_DAY: Final = timedelta(days=1)
_WORST_GROWTH: Final = 0.8


@dataclass(frozen=True)
class Rhythm:
    """Weights of play by hour of the day in the default time zone (UTC), and by weekday from Monday on."""

    hours: Sequence[int]
    weekdays: Sequence[int]


def turn_starts(
    dice: random.Random, turns: int, since: datetime, until: datetime, rhythm: Rhythm | None
) -> Iterator[datetime]:
    """Return the times in order; with a rhythm there may be fewer, since the last day is incomplete."""
    if rhythm is None:
        return _even(dice, turns, since, (until - since) / turns)
    return _rhythmic(dice, turns, since, until, rhythm)


def _even(dice: random.Random, turns: int, since: datetime, gap: timedelta) -> Iterator[datetime]:
    free = max(gap - APART, timedelta())
    for turn in range(turns):
        yield since + turn * gap + free * dice.random()


def _rhythmic(
    dice: random.Random, turns: int, since: datetime, until: datetime, rhythm: Rhythm
) -> Iterator[datetime]:
    """Draw times for whole days: the same dice give the same past at any hour of the last day.

    At least one draw falls before the last day.
    """
    days = [since.date() + n * _DAY for n in range((until.date() - since.date()).days + 1)]
    liked = [_liked(day, days, rhythm) for day in days]
    past = max(len(days) - 1, 1)
    chosen = dice.choices(days[:past], liked[:past]) + dice.choices(days, liked, k=turns - 1)
    hours = dice.choices(range(24), rhythm.hours, k=turns)
    at = since
    for moment in sorted(map(_moment, chosen, hours, [dice.random() for _ in chosen])):
        at = max(moment, at + APART)
        if at > until - APART:
            return
        yield at


def _liked(day: date, days: Sequence[date], rhythm: Rhythm) -> float:
    """Weight a day by its weekday and by a small daily growth."""
    growth = _WORST_GROWTH + (1 - _WORST_GROWTH) * (day - days[0]).days / len(days)
    return rhythm.weekdays[day.weekday()] * growth


def _moment(day: date, hour: int, part: float) -> datetime:
    """Return the time a fraction `part` after the beginning of the hour."""
    zone = timezone.get_default_timezone()
    begins = datetime(day.year, day.month, day.day, hour, tzinfo=zone)
    return begins + part * timedelta(hours=1)
