"""Cards of a shoe, counted by rank and by value."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from blackjack.cards import RANKS
from blackjack.rules import Rules

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

VALUES = 10
"""Number of card values. Index v of an array by value is for cards worth v + 1: 0 the ace, 9 the tens."""

ACE, TEN = 0, 9
_SUITS = 4


@dataclass(frozen=True, slots=True)
class Stock:
    """Number of cards of each rank, in the order of `RANKS`; `infinite`: drawn with replacement."""

    ranks: tuple[int, ...]
    infinite: bool = False

    @classmethod
    def from_rules(cls, rules: Rules) -> Stock:
        """Return the fresh shoe of these rules; infinite decks are one deck with replacement."""
        decks = rules.finite_decks or 1
        return cls((_SUITS * decks,) * len(RANKS), infinite=rules.finite_decks is None)

    @property
    def counts(self) -> Ints:
        """Number of cards by value, shape (10,)."""
        return np.array([*self.ranks[:TEN], sum(self.ranks[TEN:])], dtype=np.int64)

    @property
    def size(self) -> int:
        return sum(self.ranks)

    def without(self, *values: int) -> Floats:
        """Return the cards by value (10,) left after one of each of the `values`; an infinite shoe loses none."""
        left = self.counts.astype(np.float64)
        if not self.infinite:
            for value in values:
                left[value] -= 1
        return np.maximum(left, 0)
