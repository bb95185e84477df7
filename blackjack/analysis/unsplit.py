"""Decision-independent data of one upcard without splits: the deal, positions, and first actions."""

from functools import cached_property

import numpy as np

from blackjack.analysis.chances import Chances, ShoeMixture
from blackjack.analysis.positions import Positions
from blackjack.analysis.stock import ACE, TEN, VALUES, Flags, Floats, Ints
from blackjack.analysis.table import AnalysisTable

STAND, HIT, DOUBLE, SURRENDER = range(4)
"""Actions with two cards, as indices of the arrays of results."""

ACTIONS = 4


class UnsplitUpcard:
    """One upcard, given by value index, without the pairs that may be split."""

    def __init__(self, table: AnalysisTable, upcard: int) -> None:
        self.table, self.upcard = table, upcard
        self.refund = table.refund(upcard)
        self.chances = Chances(table.rules, table.stock, upcard, table.hands.halves)
        every = [(ShoeMixture(), np.arange(len(table.hands)))]
        self.main = Positions(table, upcard, self.chances, every)
        self.hit = self.main.hit_then_best()

    @property
    def chance(self) -> float:
        stock = self.table.stock
        return float(stock.counts[self.upcard] / stock.size)

    @cached_property
    def dealt(self) -> Floats:
        """Probabilities (10, 10) of the first two cards behind this upcard; each pair of values once (upper triangle)."""
        first = self.table.stock.without(self.upcard)
        size = first.sum()
        again = first[None, :] - (0 if self.table.stock.infinite else np.eye(VALUES))
        both = first[:, None] * np.maximum(again, 0) / (size * again.sum(1)[:, None])
        found: Floats = np.triu(both) + np.triu(both.T, 1)
        return found

    @cached_property
    def cells(self) -> Ints:
        """Chart cell of each hand, shape (H,): its total, plus 32 if soft."""
        hands = self.table.hands
        return hands.total + 32 * hands.soft

    @cached_property
    def better_hit(self) -> Flags:
        """Mask (H,) of hands that composition-dependent best play hits when only hit and stand are available."""
        sign, stand = self.table.sign, self.main.returned[:-1]
        found: Flags = ~self.table.over & (sign * self.hit[:-1] > sign * stand)
        return found

    @cached_property
    def may_hit(self) -> Flags:
        """Mask (H,) of hands that good play may hit: some hand of equal total and softness is better hit."""
        found: Flags = np.bincount(self.cells, self.better_hit, 64)[self.cells] > 0
        return found & ~self.table.over

    @cached_property
    def results(self) -> Floats:
        """Net results (4, 10, 10) of each first action with two cards and best play afterwards; see `offered`."""
        return self.offered(self.hit)

    def offered(self, hit: Floats) -> Floats:
        """Return the net results (4, 10, 10) of first actions with two cards by value, in units of the bet.

        `hit` are the returns of hitting. Actions not offered have the worst value, minus infinity,
        or plus infinity with inverted results. Two cards that the shoe does not have are worth 0.
        """
        table, main, two = self.table, self.main, self.table.hands.two
        worst = -table.sign * np.inf
        found = np.full((ACTIONS, *two.shape), worst)
        found[STAND] = main.returned[two] - main.chance[two]
        found[HIT] = np.where(table.over[two], worst, hit[two] - main.chance[two])
        found[DOUBLE] = np.where(table.doubles[two], main.double_returns(two), worst)
        kind = table.surrenders(self.upcard)
        if kind is not None:
            found[SURRENDER] = np.where(table.over[two], worst, main.surrender_returns(kind, two))
        return found / self.dealt_order

    @cached_property
    def dealt_order(self) -> Floats:
        """Probabilities (10, 10) of one order of two cards; 1 if it is impossible."""
        chance = self.main.chance[self.table.hands.two]
        found: Floats = np.where(chance > 0, chance, 1)
        return found

    @cached_property
    def blackjack(self) -> Floats:
        """Probabilities (10, 10) of a dealer blackjack given the first two cards."""
        found: Floats = self.main.blackjack[self.table.hands.two] / self.dealt_order
        return found

    @cached_property
    def natural(self) -> float:
        """Expected result of a natural: paid, or pushed by a dealer blackjack; even money is never taken."""
        return self.paid_natural(1 - float(self.blackjack[ACE, TEN]))

    def paid_natural(self, chance: float) -> float:
        """Return the expected win of a natural that is paid with this probability."""
        numerator, denominator = self.table.rules.natural_odds
        return numerator / denominator * chance
