"""Every hand of a player that is not bust, as a multiset of values: 3,082 of them, and how cards lead from one to another."""

from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from blackjack.analysis.stock import ACE, VALUES, Flags, Ints
from blackjack.hands import BEST

_SOFTENING = 10
_VALUE = np.arange(1, VALUES + 1, dtype=np.int64)
_BASE = (BEST + 1) ** np.arange(VALUES, dtype=np.int64)

HALF = VALUES // 2
"""Where the values are cut in two."""

_RADIX = 64
_PLACES = _RADIX ** np.arange(HALF, dtype=np.int64)


class Halves:
    """The distinct halves of hands: `low` (m, 5) of the ace to five, `high` (m, 5) of six to ten; at `most` so many cards."""

    def __init__(self, cards: Ints) -> None:
        """Take the halves of these hands (n, 10)."""
        self.most = int(cards.sum(1).max())
        self._codes = [np.unique(codes) for codes in _half_codes(cards)]
        self.low, self.high = (codes[:, None] // _PLACES % _RADIX for codes in self._codes)

    def of(self, cards: Ints) -> list[Ints]:
        """Return which low half, and which high half, each of these hands (n, 10) has; there must be one."""
        codes = zip(self._codes, _half_codes(cards), strict=True)
        return [np.searchsorted(known, asked) for known, asked in codes]


def _half_codes(cards: Ints) -> list[Ints]:
    return [cards[:, :HALF] @ _PLACES, cards[:, HALF:] @ _PLACES]


class Hands:
    """Arrays over all hands, in ascending order of their hard totals.

    `cards` (H, 10) counts cards by value; `hard`, `total`, `size` (H,) and `soft` say what they are worth and how many
    they are; `child` (H + 1, 10) is the hand after one more card, H where that busts. `two` (10, 10) finds the hand of
    two cards; `levels` say where the hands of each hard total lie, 21 first. `halves` are those of `cards`.
    """

    def __init__(self) -> None:
        """Enumerate the hands."""
        cards = np.array(list(_multisets(0, BEST))[1:], dtype=np.int64)
        order = np.lexsort((cards.sum(1), cards @ _VALUE))
        self.cards: Ints = cards[order]
        self.hard: Ints = self.cards @ _VALUE
        self.size: Ints = self.cards.sum(1)
        self.soft: Flags = (self.cards[:, ACE] > 0) & (self.hard + _SOFTENING <= BEST)
        self.total: Ints = np.where(self.soft, self.hard + _SOFTENING, self.hard)
        self.child = self._children()
        self.two = self._pairs()
        self.levels = levels(self.hard)
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


def levels(hard: Ints) -> list[slice]:
    """Positions of each hard total in an ascending array, highest first."""
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
    """Return the hands; they are the same for all rules."""
    return Hands()
