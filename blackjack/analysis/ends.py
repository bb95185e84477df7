"""How the dealer ends: with what chance on which total, whatever cards the player holds, without approximation.

The dealer's hands are multisets too. Each has a number of orders in which the dealer can come to it without stopping on
the way, and one order has the chance of a product of falling factorials of the cards that are left. The product splits
into the low values and the tens side, so that the chances for thousands of player's hands are a few matrix products.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from blackjack.analysis.stock import ACE, VALUES, Floats, Ints, Stock
from blackjack.hands import BEST
from blackjack.rules import Rules

BUST, BLACKJACK = BEST + 1, BEST + 2
"""Places of the chances beside the totals up to 21."""

_ENDS = BLACKJACK + 1
_HALF = VALUES // 2
_SOFTENING = 10
_STANDS_ON = 17
_TWO = 2
_RADIX = 64


@dataclass(frozen=True, slots=True)
class Ends:
    """The dealer's final hands behind one upcard, without it.

    `low` (L, 5) and `high` (R, 5) are the distinct halves of their counts by value; each final hand is a pair of them,
    `at_low` and `at_high`, with its number of `orders`, its number of cards `size`, and its `end`.
    """

    low: Ints
    high: Ints
    at_low: Ints
    at_high: Ints
    orders: Floats
    size: Ints
    end: Ints


def ends_of(rules: Rules, upcard: int) -> Ends:
    """Return the dealer's final hands behind an upcard, given by its place among the values."""
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
    return _factored(final)


def _total(cards: tuple[int, ...], upcard: int) -> tuple[int, bool]:
    hard = sum((value + 1) * count for value, count in enumerate(cards)) + upcard + 1
    soft = (cards[ACE] > 0 or upcard == ACE) and hard + _SOFTENING <= BEST
    return hard + _SOFTENING if soft else hard, soft


def _factored(final: dict[tuple[int, ...], tuple[int, int]]) -> Ends:
    cards = np.array(list(final), dtype=np.int64)
    orders, end = (np.array(column) for column in zip(*final.values(), strict=True))
    low, at_low = np.unique(cards[:, :_HALF], axis=0, return_inverse=True)
    high, at_high = np.unique(cards[:, _HALF:], axis=0, return_inverse=True)
    size = cards.sum(1)
    return Ends(low, high, at_low.ravel(), at_high.ravel(), orders.astype(float), size, end)


def chances(rules: Rules, stock: Stock, upcard: int, removed: Ints) -> Floats:
    """Return the chances (K, 24) of the dealer's ends: by total up to 21, then `BUST` and `BLACKJACK`.

    `removed` (K, 10) are the cards by value that are known to be out of the shoe, the upcard not among them.
    """
    ends = ends_of(rules, upcard)
    if stock.infinite:
        return np.broadcast_to(_with_replacement(stock, ends), (len(removed), _ENDS))
    codes = removed @ (_RADIX ** np.arange(VALUES, dtype=np.int64))
    _, first, again = np.unique(codes, return_index=True, return_inverse=True)
    found: Floats = _without_replacement(stock, upcard, ends, removed[first])[again.ravel()]
    return found


def _with_replacement(stock: Stock, ends: Ends) -> Floats:
    share = stock.counts / stock.size
    cards = np.concatenate([ends.low[ends.at_low], ends.high[ends.at_high]], axis=1)
    chance = ends.orders * np.prod(share**cards, axis=1)
    found: Floats = np.bincount(ends.end, chance, _ENDS).astype(np.float64)
    return found


def _without_replacement(stock: Stock, upcard: int, ends: Ends, removed: Ints) -> Floats:
    left = stock.counts - removed
    left[:, upcard] -= 1
    left = np.maximum(left, 0)
    low, low_of = _ways(left[:, :_HALF], ends.low)
    high, high_of = _ways(left[:, _HALF:], ends.high)
    found = np.zeros((len(removed), _ENDS))
    totals, at_total = np.unique(ends.end, return_inverse=True)
    gone = removed.sum(1)
    for count in np.unique(gone):
        # One order of m cards has the chance of the ways of its values over those of any m cards of what is left.
        of_any = _falling(np.array([stock.size - 1 - count]), int(ends.size.max()))[0]
        share = ends.orders / np.maximum(of_any, 1)[ends.size]
        weights = np.zeros((len(ends.low), len(totals), len(ends.high)))
        np.add.at(weights, (ends.at_low, at_total.ravel(), ends.at_high), share)
        rows = np.flatnonzero(gone == count)
        found[np.ix_(rows, totals)] = _joined(low, low_of[rows], weights, high[high_of[rows]])
    return found


def _joined(low: Floats, low_of: Ints, weights: Floats, high: Floats) -> Floats:
    """Return the sums over both halves, for each row its own two halves."""
    used, again = np.unique(low_of, return_inverse=True)
    shape = (len(used), *weights.shape[1:])
    by_low = (low[used] @ weights.reshape(len(weights), -1)).reshape(shape)
    order = np.argsort(again.ravel(), kind="stable")
    bounds = np.searchsorted(again.ravel()[order], np.arange(len(used) + 1))
    found = np.empty((len(low_of), shape[1]))
    for place in range(len(used)):
        rows = order[bounds[place] : bounds[place + 1]]
        found[rows] = high[rows] @ by_low[place].T
    return found


def _ways(left: Ints, halves: Ints) -> tuple[Floats, Ints]:
    """Return in how many ways each half can be drawn from each distinct row of `left`, and which row is which."""
    codes = left @ (_BIG ** np.arange(left.shape[1], dtype=np.int64))
    _, first, again = np.unique(codes, return_index=True, return_inverse=True)
    ways = np.ones((len(first), len(halves)))
    for value in range(left.shape[1]):
        ways *= _falling(left[first, value], int(halves[:, value].max()))[:, halves[:, value]]
    return ways, again.ravel()


_BIG = 1024


def _falling(numbers: Ints, most: int) -> Floats:
    """Return the falling factorials of `numbers` for 0 to `most` factors; a number below 1 has no more."""
    factors = np.maximum(numbers[:, None] - np.arange(most), 0)
    ones = np.ones((len(numbers), 1))
    return np.concatenate([ones, np.cumprod(factors, axis=1, dtype=float)], axis=1)
