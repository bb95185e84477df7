"""The dealer's final hands behind each upcard, as multisets of values with the number of their orders."""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from blackjack.analysis.hands import HALF
from blackjack.analysis.stock import ACE, VALUES, Floats, Ints
from blackjack.hands import BEST
from blackjack.rules import Rules

BUST, BLACKJACK = BEST + 1, BEST + 2
"""Indices of the probabilities after those of the totals up to 21."""

ENDS = BLACKJACK + 1
_SOFTENING = 10
_STANDS_ON = 17
_TWO = 2
_MOST_CARDS = 64


@dataclass(frozen=True)
class Ends:
    """The dealer's final hands behind one upcard, without the upcard: `cards` (D, 10), counted by value.

    `low` (L, 5) and `high` (R, 5) are their distinct halves; `at_low` (D,) and `at_high` (D,) are
    the halves of each final hand. `orders` (T, D) is the number of orders in which the dealer
    reaches each final hand, in the row of its end. `totals` (T,) are the ends of the rows, as
    indices of the probabilities.
    """

    cards: Ints
    low: Ints
    high: Ints
    at_low: Ints
    at_high: Ints
    orders: Floats
    totals: Ints

    @cached_property
    def size(self) -> Ints:
        """Number of cards (D,) of each final hand."""
        found: Ints = self.cards.sum(1)
        return found

    @cached_property
    def _kinds(self) -> list[tuple[Ints, Ints]]:
        codes = (self.cards * _MOST_CARDS + self.size[:, None]).T
        found = [np.unique(code, return_inverse=True) for code in codes]
        return [(np.stack(np.divmod(kinds, _MOST_CARDS), 1), kind) for kinds, kind in found]

    def kinds(self, value: int) -> tuple[Ints, Ints]:
        """Return the distinct pairs (k, 2) of the number of cards of a value and of all cards, and each hand's index (D,) in them."""
        return self._kinds[value]


def list_ends(rules: Rules, upcard: int) -> Ends:
    """Return the dealer's final hands behind an upcard, given by value index."""
    return _ends(upcard, rules.soft_17 == "hit", rules.naturals, rules.max_cards)


@lru_cache(maxsize=256)
def _ends(upcard: int, hits_soft_17: bool, naturals: bool, max_cards: int | None) -> Ends:  # noqa: FBT001 - a key of the cache
    drawing: Counter[tuple[int, ...]] = Counter({(0,) * VALUES: 1})
    final: dict[tuple[int, ...], tuple[int, int]] = {}
    size = 0
    while drawing:
        size += 1
        reached: Counter[tuple[int, ...]] = Counter()
        for cards, orders in drawing.items():
            for value in range(VALUES):
                reached[(*cards[:value], cards[value] + 1, *cards[value + 1 :])] += orders
        drawing = Counter()
        for cards, orders in reached.items():
            total, soft = _total(cards, upcard)
            on_soft_17 = soft and total == _STANDS_ON and hits_soft_17
            full = max_cards is not None and size + 1 >= max_cards
            if full or (total >= _STANDS_ON and not on_soft_17):
                natural = naturals and size + 1 == _TWO and total == BEST
                final[cards] = (orders, BLACKJACK if natural else min(total, BUST))
            else:
                drawing[cards] = orders
    return _factor_ends(final)


def _total(cards: tuple[int, ...], upcard: int) -> tuple[int, bool]:
    hard = sum((value + 1) * count for value, count in enumerate(cards)) + upcard + 1
    soft = (cards[ACE] > 0 or upcard == ACE) and hard + _SOFTENING <= BEST
    return hard + _SOFTENING if soft else hard, soft


def _factor_ends(final: dict[tuple[int, ...], tuple[int, int]]) -> Ends:
    cards = np.array(list(final), dtype=np.int64)
    ways, end = (np.array(column) for column in zip(*final.values(), strict=True))
    low, at_low = np.unique(cards[:, :HALF], axis=0, return_inverse=True)
    high, at_high = np.unique(cards[:, HALF:], axis=0, return_inverse=True)
    totals, row = np.unique(end, return_inverse=True)
    orders = np.zeros((len(totals), len(cards)))
    orders[row.ravel(), np.arange(len(cards))] = ways
    return Ends(cards, low, high, at_low.ravel(), at_high.ravel(), orders, totals)
