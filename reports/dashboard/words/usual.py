"""Usual range of a figure, and whether yesterday was within it, in words."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any, Final

from django.utils.translation import gettext as _

from reports.words.cells import brief_text

FEWEST: Final = 7
"""Minimum number of days for a usual range."""


@dataclass(frozen=True, slots=True)
class UsualRange:
    """Lowest and highest value without the two extremes; `beyond` is -1, 0 or 1 for yesterday below, within or above."""

    low: Any
    high: Any
    beyond: int

    @property
    def words(self) -> str:
        """The range as a sentence."""
        told = {"low": brief_text(self.low), "high": brief_text(self.high)}
        return _("Usual: %(low)s to %(high)s") % told

    @property
    def verdict(self) -> str:
        """Yesterday's place outside the range; empty if within."""
        if not self.beyond:
            return ""
        return _("above") if self.beyond > 0 else _("below")


def find_comparable_days(rounds: Mapping[date, int]) -> frozenset[date]:
    """Return the days from the first one with play on; none if fewer than `FEWEST` of them had play."""
    played = [day for day, number in rounds.items() if number]
    if len(played) < FEWEST:
        return frozenset()
    return frozenset(day for day in rounds if day >= min(played))


def usual_range(
    days: Sequence[tuple[Any, Decimal | None]], yesterday: Decimal | None
) -> UsualRange | None:
    """Return the usual range by the values of earlier days, each with its number.

    None with fewer than `FEWEST` known values, without a value for yesterday, or if both bounds are equal.
    """
    known = sorted(
        ((number, value) for value, number in days if number is not None), key=lambda one: one[0]
    )
    if len(known) < FEWEST or yesterday is None:
        return None
    (low, first), (high, last) = known[1], known[-2]
    if low == high:  # no activity yet
        return None
    return UsualRange(first, last, (yesterday > high) - (yesterday < low))


def describe_day(figures: Iterable[tuple[str, UsualRange | None]]) -> str:
    """Return one sentence on yesterday's figures, given by title; empty if no range is known."""
    known = [(title, usual) for title, usual in figures if usual]
    if not known:
        return ""
    beyond = [f"{title} ({usual.verdict})" for title, usual in known if usual.beyond]
    if not beyond:
        return _("Yesterday was a usual day: every figure was within its range.")
    return _("Outside its usual range yesterday: %(figures)s.") % {"figures": ", ".join(beyond)}
