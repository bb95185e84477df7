"""What is usual for a figure on a day, and whether yesterday was: in words."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

from django.utils.translation import gettext as _

from reports.words.cells import brief_text

FEWEST: Final = 7
"""Of fewer days nobody can say what is usual."""


@dataclass(frozen=True, slots=True)
class UsualRange:
    """The lowest and the highest value of a figure without its two extreme days, and yesterday's place beside it."""

    low: Any
    high: Any
    beyond: int

    @property
    def words(self) -> str:
        """The range, as a card says it."""
        told = {"low": brief_text(self.low), "high": brief_text(self.high)}
        return _("Usual: %(low)s to %(high)s") % told

    @property
    def verdict(self) -> str:
        """Where yesterday was, unless it was within."""
        if not self.beyond:
            return ""
        return _("above") if self.beyond > 0 else _("below")


def usual_range(
    days: Sequence[tuple[Any, Decimal | None]], yesterday: Decimal | None
) -> UsualRange | None:
    """What is usual by the values of earlier days, each with its number. None with too few of them, without a yesterday, or where all are alike."""
    known = sorted(
        ((number, value) for value, number in days if number is not None), key=lambda one: one[0]
    )
    if len(known) < FEWEST or yesterday is None:
        return None
    (low, first), (high, last) = known[1], known[-2]
    if low == high:  # a house where nothing happens yet
        return None
    return UsualRange(first, last, (yesterday > high) - (yesterday < low))


def tell_day(figures: Iterable[tuple[str, UsualRange | None]]) -> str:
    """One sentence about all figures of yesterday, by title; empty where nothing is known of any."""
    known = [(title, usual) for title, usual in figures if usual]
    if not known:
        return ""
    beyond = [f"{title} ({usual.verdict})" for title, usual in known if usual.beyond]
    if not beyond:
        return _("Yesterday was a usual day: every figure was within its range.")
    return _("Outside its usual range yesterday: %(figures)s.") % {"figures": ", ".join(beyond)}
