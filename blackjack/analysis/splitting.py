"""Number of hands of a split and their values, exact for play that ignores the other hands.

A split hand's value is needed given that some pair cards lie elsewhere and that some cards are no
pair cards. The second condition is eliminated by total expectation: the value with one card unknown
is the mean over that card being a pair card and not being one. The whole split is therefore a sum
of values of single hands with k pair cards gone, k = 2, 3 …, with weights that depend only on the
numbers of cards.
"""

from dataclasses import dataclass, field

import numpy as np

from blackjack.analysis.stock import Floats

FIRST_GONE = 2
"""Minimum number of pair cards gone: the pair itself."""


@dataclass(frozen=True)
class Splitting:
    """A pair that may become `most` hands, from `size` cards beside the upcard, `pairs` of them pair cards.

    `size` and `pairs` include the pair itself. `infinite`: cards are drawn with replacement.
    """

    most: int
    size: float
    pairs: float
    infinite: bool = False
    _known: dict[tuple[bool, int, int], Floats] = field(default_factory=dict, repr=False)

    def weights(self) -> Floats:
        """Return the weights (2, K), by k, of hands whose second card is no pair card, and of those whose is one."""
        return self._from(2, 2, 0, FIRST_GONE)

    def hand_counts(self) -> Floats:
        """Return the probabilities of 0, 1, 2 … hands, shape (most + 1,)."""
        return self._counts(2, 2, 0, FIRST_GONE)

    def expected_hands(self) -> float:
        """Return the expected number of hands."""
        counts = self.hand_counts()
        return float(counts @ np.arange(len(counts)))

    def pair_probability(self, gone: int) -> float:
        """Return the probability that the next card is a pair card, when `gone` pair cards and no others are out."""
        return self._pairs_left(gone) / self._cards(gone, 0)

    def _pairs_left(self, gone: int) -> float:
        return self.pairs if self.infinite else max(self.pairs - gone, 0)

    def _cards(self, gone: int, known: int) -> float:
        return self.size if self.infinite else self.size - gone - known

    def _unit(self, kind: int, gone: int) -> Floats:
        unit = np.zeros((2, FIRST_GONE + 2 * self.most))
        unit[kind, gone] = 1
        return unit

    def _hand(self, gone: int, known: int, *, unpaired: bool) -> Floats:
        """Return one hand's weights given `known` other cards that are no pair cards, its own second too if `unpaired`."""
        key = (unpaired, gone, known)
        if key not in self._known:
            self._known[key] = self._hand_of(gone, known, unpaired=unpaired)
        return self._known[key]

    def _hand_of(self, gone: int, known: int, *, unpaired: bool) -> Floats:
        if known == 0 or self.infinite:
            if unpaired:
                return self._unit(0, gone) / (1 - self.pair_probability(gone))
            return self._unit(0, gone) + self._unit(1, gone)
        chance = self._pairs_left(gone) / self._cards(gone, known if unpaired else known - 1)
        weights = self._hand(gone, known - 1, unpaired=unpaired)
        if chance > 0:
            weights = weights - chance * self._hand(gone + 1, known - 1, unpaired=unpaired)
        return weights / (1 - chance)

    def _from(self, hands: int, open_: int, done: int, gone: int) -> Floats:
        """Return the weights of all hands: `open_` without a second card, `done` with one that is no pair card."""
        if open_ == 0 or hands == self.most:
            weights = self._unit(0, gone) * 0
            if done:
                weights = weights + done * self._hand(gone, done - 1, unpaired=True)
            if open_:
                weights = weights + open_ * self._hand(gone, done, unpaired=False)
            return weights
        chance = self._pairs_left(gone) / self._cards(gone, done)
        weights = self._unit(0, gone) * 0
        if chance < 1:
            weights = (1 - chance) * self._from(hands, open_ - 1, done + 1, gone)
        if chance > 0:
            weights = weights + chance * self._from(hands + 1, open_ + 1, done, gone + 1)
        return weights

    def _counts(self, hands: int, open_: int, done: int, gone: int) -> Floats:
        found = np.zeros(self.most + 1)
        if open_ == 0 or hands == self.most:
            found[hands] = 1
            return found
        chance = self._pairs_left(gone) / self._cards(gone, done)
        if chance < 1:
            found += (1 - chance) * self._counts(hands, open_ - 1, done + 1, gone)
        if chance > 0:
            found += chance * self._counts(hands + 1, open_ + 1, done, gone + 1)
        return found
