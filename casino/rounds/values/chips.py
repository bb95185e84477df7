"""Amounts as the fewest chips of a table."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from casino.limits.values.bet_limits import CurrencyScale
from casino.models import Round
from wallet.money.values import Money

TALLEST: Final = 5  # maximum number of chips drawn in a stack


@dataclass(frozen=True, slots=True)
class Stack:
    """Equal chips on each other: their `place` in the table's tray, from 1, and the number drawn."""

    place: int
    chips: int


Pile = tuple[Stack, ...]


def convert_chips(round_: Round) -> list[Money]:
    """Return the chips of a round's table in the round's currency, at its rate, smallest first."""
    table = round_.place.table
    scale = CurrencyScale.for_currency(table, round_.currency, round_.tasa_cambio)
    return [Money(units // table.step * scale.step, round_.currency) for units in table.chips]


def build_pile(amount: Money, chips: Sequence[Money]) -> Pile:
    """Return the fewest chips for an amount, largest first. A rest below the smallest chip is left out."""
    return tuple(_stacks(amount.units, chips))


def _stacks(rest: int, chips: Sequence[Money]) -> Iterable[Stack]:
    for place in range(len(chips), 0, -1):
        count, rest = divmod(rest, chips[place - 1].units)
        if count > 0:
            yield Stack(place, min(count, TALLEST))
