"""What a highest bet or an earlier cut would change, as lines of a table."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Final

from django.utils.translation import gettext as _

from cases.words.precision import format_share
from cases.words.shapes import write_number
from signals.costs import Change, CostLine
from signals.statistics.intervals import Interval
from wallet.money.values import Money
from wallet.money.words import format_money

_CENT: Final = 100  # units of 10^-4 USD


@dataclass(frozen=True, slots=True)
class CostRow:
    """A line in words; `cost` is in USD per 100 rounds. `is_won` if the house earns."""

    change: str
    rounds: str
    highest: str
    cost: str
    interval: str
    is_won: bool


def describe_costs(lines: Sequence[CostLine]) -> list[CostRow]:
    """Return the lines in words; none if the bets cost the house nothing as they are."""
    if not lines or lines[0].cost.value <= 0:
        return []
    return [_describe(one) for one in lines]


def how_costs_are_computed() -> str:
    """Return how the lines are computed."""
    return _(
        "From the player's own deals that EDGE judged: each bet times what a round is worth to a player at the true count "
        "before it, added up and divided by the rounds. A highest bet lowers the bets above it; a cut leaves out the deals "
        "that began behind it. All other bets stay as they were: a player who notices may play otherwise. No luck is in it, "
        "and negative amounts are won by the house."
    )


def _describe(line: CostLine) -> CostRow:
    return CostRow(
        _CHANGES[line.change](line.value),
        write_number(line.rounds),
        _dollars(line.highest),
        _dollars(line.cost.value),
        _write_interval(line.cost),
        line.cost.value <= 0,
    )


def _write_interval(cost: Interval) -> str:
    if not isfinite(cost.low):
        return "\N{EN DASH}"  # too few shoes
    return _("%(low)s to %(high)s") % {"low": _dollars(cost.low), "high": _dollars(cost.high)}


def _dollars(value: float) -> str:
    return format_money(Money(round(value * _CENT) * _CENT, "USD"))


_CHANGES: Final[Mapping[Change, Callable[[float], str]]] = {
    Change.NONE: lambda _value: _("As it is"),
    Change.LIMIT: lambda value: _("Highest bet %(limit)s") % {"limit": _dollars(value)},
    Change.LIMIT_EVEN: lambda value: (
        _("Highest bet %(limit)s: about even") % {"limit": _dollars(value)}
    ),
    Change.CUT: lambda value: _("Shoe cut at %(share)s") % {"share": format_share(value, 0)},
}
