"""Totals of a simulation, in whole numbers only, so they do not depend on the order of adding."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import sqrt
from typing import NamedTuple


class TallyRow(NamedTuple):
    """One round or one shoe: amounts of all boxes with each bet counted as one, and the counter's amounts as bet."""

    rounds: int
    hands: int
    net: int
    staked: int
    bet: int = 0
    won: int = 0
    put_in: int = 0


class Estimate(NamedTuple):
    """A mean with its standard error, None with fewer than two observations."""

    value: float
    standard_error: float | None

    def scale(self, factor: float) -> Estimate:
        """Return the estimate multiplied by `factor`."""
        error = None if self.standard_error is None else self.standard_error * factor
        return Estimate(self.value * factor, error)

    def above(self, base: float) -> Estimate:
        """Return the estimate plus `base`."""
        return Estimate(base + self.value, self.standard_error)


@dataclass(slots=True)
class Moments:
    """Sums over rows: of each column, and of the product of each two columns."""

    rows: int = 0
    sums: list[int] = field(default_factory=lambda: [0] * len(TallyRow._fields))
    products: list[list[int]] = field(
        default_factory=lambda: [[0] * len(TallyRow._fields) for _ in TallyRow._fields]
    )

    def add(self, rows: Mapping[TallyRow, int]) -> None:
        """Add rows, each with its number of occurrences."""
        for row, times in rows.items():
            self.rows += times
            for one, value in enumerate(row):
                self.sums[one] += times * value
                line = self.products[one]
                for other, another in enumerate(row):
                    line[other] += times * value * another

    def merge(self, more: Moments) -> None:
        """Add the sums of other rows."""
        self.rows += more.rows
        self.sums = [one + other for one, other in zip(self.sums, more.sums, strict=True)]
        self.products = [
            [one + other for one, other in zip(line, lines, strict=True)]
            for line, lines in zip(self.products, more.products, strict=True)
        ]

    def ratio(self, top: str, bottom: str) -> Estimate:
        """Return the ratio of the sums of two columns, with its standard error for independent rows."""
        over, under = TallyRow._fields.index(top), TallyRow._fields.index(bottom)
        total = self.sums[under]
        ratio = self.sums[over] / total
        if self.rows <= 1:
            return Estimate(ratio, None)
        squares = self.products
        spread = squares[over][over] - 2 * ratio * squares[over][under]
        spread = max(spread + ratio**2 * squares[under][under], 0.0)
        return Estimate(ratio, sqrt(spread * self.rows / (self.rows - 1)) / total)


@dataclass(slots=True)
class Tally:
    """Totals of some shoes.

    `hands` counts the boxes' results by net result and money staked, with bets counted as one unit
    of the stake. `outcomes` counts hands by outcome. `counts` counts the counter's rounds by true
    count and net result, with bets counted likewise.
    """

    shoes: int = 0
    rounds: int = 0
    cards: int = 0
    hands: Counter[tuple[int, int]] = field(default_factory=Counter)
    outcomes: Counter[str] = field(default_factory=Counter)
    counts: Counter[tuple[int, int]] = field(default_factory=Counter)
    by_round: Moments = field(default_factory=Moments)
    by_shoe: Moments = field(default_factory=Moments)

    def merge(self, more: Tally) -> None:
        """Add the totals of other shoes."""
        self.shoes += more.shoes
        self.rounds += more.rounds
        self.cards += more.cards
        self.hands.update(more.hands)
        self.outcomes.update(more.outcomes)
        self.counts.update(more.counts)
        self.by_round.merge(more.by_round)
        self.by_shoe.merge(more.by_shoe)
