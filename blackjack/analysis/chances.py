"""Exact joint probabilities of the player's hand and the dealer's final hand.

The probability of one order of the player's cards and one of the dealer's is a product of falling
factorials: one for each value, with as many factors as both hands have cards of it, divided by that
of all cards. The product splits into the low values, the high values and a factor for the pair's
value, so thousands of hands are evaluated at once.
"""

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from blackjack.analysis.ends import ENDS, list_ends
from blackjack.analysis.hands import HALF, Halves
from blackjack.analysis.stock import VALUES, Floats, Ints, Stock
from blackjack.rules import Rules

_AT_ONCE = 64
"""Hands per batch; small enough for the processor's cache."""


@dataclass(frozen=True)
class ShoeMixture:
    """The shoe that hands are drawn from: a mixture of shoes without some cards of one value.

    A probability is the sum over k of `weights[k]` times the probability when k cards of `value`
    are out of the shoe. The `first` cards of that value are in every hand and were not drawn.
    """

    value: int = 0
    weights: Floats = field(default_factory=lambda: np.ones(1))
    first: int = 0


class JointChances(NamedTuple):
    """Probabilities of one order of each of n hands: `hand` (n,), and jointly with each dealer end, `ends` (n, 24)."""

    hand: Floats
    ends: Floats


class Chances:
    """Probabilities of hands with these halves and of the dealer's ends, behind one upcard of a fresh shoe."""

    def __init__(self, rules: Rules, stock: Stock, upcard: int, halves: Halves) -> None:
        self.stock, self.halves, self.ends = stock, halves, list_ends(rules, upcard)
        left = stock.without(upcard)
        self.left: Ints = left.astype(np.int64)
        self.most = halves.most + int(self.ends.size.max())
        self.ways = falling_product(self.left, self.most)
        self.low = self._half(self.ends.low, halves.low, 0)
        self.high = self._half(self.ends.high, halves.high, HALF)

    def _half(self, dealt: Ints, drawn: Ints, start: int) -> Floats:
        """Return the number of ways (L, m) of the dealer's halves together with the player's `drawn` (m, 5)."""
        ways = np.ones((len(dealt), len(drawn)))
        for place in range(HALF):
            ways *= self.ways[start + place][dealt[:, place, None] + drawn[:, place]]
        return ways

    def joint(self, source: ShoeMixture, cards: Ints) -> JointChances:
        """Return the probabilities of hands with these `cards` (n, 10), counted by value."""
        drawn = cards.copy()
        drawn[:, source.value] -= source.first
        if self.stock.infinite:
            return self._with_replacement(source, drawn)
        own, size, of_value = self._own(source), drawn.sum(1), drawn[:, source.value]
        hand = self.ways[np.arange(VALUES), drawn].prod(1) * own[of_value, size]
        found = np.zeros((len(drawn), ENDS))
        low, high = self.halves.of(drawn)
        kinds, kind = self.ends.kinds(source.value)
        for start in range(0, len(drawn), _AT_ONCE):
            rows = slice(start, start + _AT_ONCE)
            behind = own[of_value[rows] + kinds[:, :1], size[rows] + kinds[:, 1:]]
            ways = self.low[:, low[rows]][self.ends.at_low]
            ways *= self.high[:, high[rows]][self.ends.at_high]
            ways *= behind[kind]
            found[rows, self.ends.totals] = (self.ends.orders @ ways).T
        return JointChances(hand, found)

    def _own(self, source: ShoeMixture) -> Floats:
        """Return the source's factor for any order, by its number of cards of the source's value and of all cards.

        The factor is the sum over the mixture of the ways of that value divided by the ways of any
        cards, relative to the ways of that value in the whole shoe, which the halves already
        contain.
        """
        gone = np.arange(len(source.weights))
        alike = falling_product(np.maximum(self.left[source.value] - gone, 0), self.most)
        of_any = falling_product(np.maximum(self.left.sum() - gone, 0), self.most)
        counted = self.ways[source.value]
        share = np.divide(alike, counted, out=np.zeros_like(alike), where=counted > 0)
        chance = np.divide(1, of_any, out=np.zeros_like(of_any), where=of_any > 0)
        found: Floats = (source.weights[:, None] * share).T @ chance
        return found

    def _with_replacement(self, source: ShoeMixture, drawn: Ints) -> JointChances:
        share = self.stock.counts / self.stock.size
        hand = source.weights.sum() * np.prod(share**drawn, axis=1)
        behind = np.zeros(ENDS)
        behind[self.ends.totals] = self.ends.orders @ np.prod(share**self.ends.cards, axis=1)
        return JointChances(hand, hand[:, None] * behind)


def dealer_ends(rules: Rules, stock: Stock, upcard: int, removed: Ints) -> Floats:
    """Return the probabilities (n, 24) of the dealer's ends: by total up to 21, then `BUST` and `BLACKJACK`.

    `removed` (n, 10) counts, by value, the cards known to be out of the shoe, without the upcard.
    """
    found = Chances(rules, stock, upcard, Halves(removed)).joint(ShoeMixture(), removed)
    shares: Floats = found.ends / np.where(found.hand > 0, found.hand, 1)[:, None]
    return shares


def falling_product(numbers: Ints, most: int) -> Floats:
    """Return the falling factorials of `numbers` (n,) with 0 to `most` factors, shape (n, most + 1)."""
    factors = np.maximum(numbers[:, None] - np.arange(most), 0)
    ones = np.ones((len(numbers), 1))
    return np.concatenate([ones, np.cumprod(factors, axis=1, dtype=float)], axis=1)
