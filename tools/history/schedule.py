"""When players open their shoes: evenly over a time, or by the hours and weekdays that they like."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

from django.utils import timezone

APART: Final = timedelta(minutes=28)
"""From one shoe of a player to the next: more than any lasts, with the money that is moved before it."""
_DAY: Final = timedelta(days=1)
_WORST_GROWTH: Final = 0.8


@dataclass(frozen=True)
class Rhythm:
    """How much somebody plays in each hour of a day, in the house's zone, and on each weekday from Monday on."""

    hours: Sequence[int]
    weekdays: Sequence[int]


def turn_starts(
    dice: random.Random, turns: int, since: datetime, until: datetime, rhythm: Rhythm | None
) -> Iterator[datetime]:
    """So many, in order; by a rhythm fewer, as the last day has an end."""
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
    """Drawn for whole days, so that the same dice give the same past at any hour of the last one. Who plays at all has done so before that one."""
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
    """A house grows a little from day to day."""
    growth = _WORST_GROWTH + (1 - _WORST_GROWTH) * (day - days[0]).days / len(days)
    return rhythm.weekdays[day.weekday()] * growth


def _moment(day: date, hour: int, part: float) -> datetime:
    """A part of an hour after its beginning."""
    zone = timezone.get_default_timezone()
    begins = datetime(day.year, day.month, day.day, hour, tzinfo=zone)
    return begins + part * timedelta(hours=1)
