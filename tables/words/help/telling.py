"""Building blocks of help pages, and the stakes of examples."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from django.utils.translation import ngettext

from blackjack.rules import Rules
from blackjack.strategy import Chart


@dataclass(frozen=True, slots=True)
class HelpLine:
    """A rule in a sentence or two, and an example round."""

    text: str
    example: str = ""


@dataclass(frozen=True, slots=True)
class HelpSection:
    """A heading with its lines; `slug` is its anchor on the page."""

    slug: str
    title: str
    lines: tuple[HelpLine, ...]


@dataclass(frozen=True, slots=True)
class Purse:
    """Stakes of examples, in whole units, and the formatter of amounts.

    Stakes are multiples of `step`, insurances of half of it; neither is below `least`. `chart` is the house's
    strategy for an absent player; None until computed.
    """

    stake: int
    written: Callable[[int], str]
    step: int = 1
    least: int = 0
    chart: Chart | None = None

    @property
    def double_for_less(self) -> int:
        """About half of the stake, a multiple of the table's step."""
        return self._part(self.stake // 2, self.step, self.stake)

    @property
    def part_of_insurance(self) -> int:
        """About half of a full insurance, a multiple of half the table's step."""
        return self._part(self.stake // 4, max(1, self.step // 2), self.stake // 2)

    def _part(self, wanted: int, step: int, most: int) -> int:
        return min(max(wanted // step * step, self.least, step), most)


Chapter = Callable[[Rules, Purse], Iterator[HelpLine]]
"""Yields the lines of a section."""


def format_duration(seconds: int) -> str:
    """Return a duration in words: whole days, hours or minutes, otherwise seconds."""
    days, of_day = divmod(seconds, 24 * 60 * 60)
    if not of_day:
        return ngettext("%(n)d day", "%(n)d days", days) % {"n": days}
    hours, of_hour = divmod(seconds, 60 * 60)
    if not of_hour:
        return ngettext("%(n)d hour", "%(n)d hours", hours) % {"n": hours}
    minutes, rest = divmod(seconds, 60)
    if rest:
        return ngettext("%(n)d second", "%(n)d seconds", seconds) % {"n": seconds}
    return ngettext("%(n)d minute", "%(n)d minutes", minutes) % {"n": minutes}
