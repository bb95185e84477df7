"""The 3,082 player hands that are not bust, as multisets of values, and the transitions between them."""

from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from blackjack.analysis.stock import ACE, VALUES, Flags, Ints
from blackjack.hands import BEST

_SOFTENING = 10
_VALUE = np.arange(1, VALUES + 1, dtype=np.int64)
_BASE = (BEST + 1) ** np.arange(VALUES, dtype=np.int64)

HALF = VALUES // 2
"""Number of values in the low half."""

_RADIX = 64
_PLACES = _RADIX ** np.arange(HALF, dtype=np.int64)


class Halves:
    """Distinct halves of hands: `low` (m, 5) of ace to five, `high` (m, 5) of six to ten.

    `most` is the maximum number of cards of a hand.
    """

    def __init__(self, cards: Ints) -> None:
        """Compute the halves of these hands (n, 10)."""
        self.most = int(cards.sum(1).max())
        self._codes = [np.unique(codes) for codes in _half_codes(cards)]
        self.low, self.high = (codes[:, None] // _PLACES % _RADIX for codes in self._codes)

    def of(self, cards: Ints) -> list[Ints]:
        """Return the index of the low and of the high half of each hand (n, 10); the halves must be among these."""
        codes = zip(self._codes, _half_codes(cards), strict=True)
        return [np.searchsorted(known, asked) for known, asked in codes]


def _half_codes(cards: Ints) -> list[Ints]:
    return [cards[:, :HALF] @ _PLACES, cards[:, HALF:] @ _PLACES]


class Hands:
    """Arrays over all hands, in ascending order of their hard totals.

    `cards` (H, 10) counts cards by value. `hard`, `total`, `size` and `soft`, each (H,), are the
    hard total, the best total, the number of cards and softness. `child` (H + 1, 10) is the hand
    after one more card, H if that busts. `two` (10, 10) is the hand of two cards by their values.
    `levels` are the slices of the hard totals, 21 first. `halves` are those of `cards`.
    """

    def __init__(self) -> None:
        cards = np.array(list(_multisets(0, BEST))[1:], dtype=np.int64)
        order = np.lexsort((cards.sum(1), cards @ _VALUE))
        self.cards: Ints = cards[order]
        self.hard: Ints = self.cards @ _VALUE
        self.size: Ints = self.cards.sum(1)
        self.soft: Flags = (self.cards[:, ACE] > 0) & (self.hard + _SOFTENING <= BEST)
        self.total: Ints = np.where(self.soft, self.hard + _SOFTENING, self.hard)
        self.child = self._children()
        self.two = self._pairs()
        self.levels = slice_by_total(self.hard)
        self.halves = Halves(self.cards)

    def __len__(self) -> int:
        return len(self.cards)

    def _children(self) -> Ints:
        codes = self.cards @ _BASE
        order = np.argsort(codes)
        child = np.full((len(codes) + 1, VALUES), len(codes), dtype=np.int64)
        for value in range(VALUES):
            wanted = codes + _BASE[value]
            place = np.minimum(np.searchsorted(codes[order], wanted), len(codes) - 1)
            found = codes[order][place] == wanted
            child[:-1][found, value] = order[place[found]]
        return child

    def _pairs(self) -> Ints:
        one = [
            int(np.flatnonzero((self.size == 1) & (self.cards[:, v] == 1))[0])
            for v in range(VALUES)
        ]
        return self.child[one]


def slice_by_total(hard: Ints) -> list[slice]:
    """Return the slices of equal hard totals in an ascending array, highest total first; empty ones are left out."""
    starts = np.searchsorted(hard, np.arange(1, BEST + 2)).tolist()
    spans = [slice(starts[k], starts[k + 1]) for k in range(BEST - 1, -1, -1)]
    return [span for span in spans if span.start < span.stop]


def _multisets(value: int, room: int) -> Iterator[tuple[int, ...]]:
    if value == VALUES:
        yield ()
        return
    for count in range(room // (value + 1) + 1):
        for others in _multisets(value + 1, room - count * (value + 1)):
            yield (count, *others)


@lru_cache(maxsize=1)
def all_hands() -> Hands:
    """Return the hands, memoised; they are the same for all rules."""
    return Hands()
