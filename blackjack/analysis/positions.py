"""Returns of hands against one upcard.

A position is a hand drawn from a source: the deal or a split. All amounts are for one order of its
cards: the probability of that order times the net result, or the return, per unit of the bet. The
return of hitting is therefore the sum of the returns after each card, and a busted hand returns 0.
A dealer blackjack takes everything on the table here, as without a peek; refunds under the rules
are added where money is added.
"""

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from blackjack.analysis.chances import Chances, ShoeMixture
from blackjack.analysis.ends import BLACKJACK, BUST, ENDS
from blackjack.analysis.hands import slice_by_total
from blackjack.analysis.stock import Flags, Floats, Ints
from blackjack.analysis.table import AnalysisTable

_END = np.arange(ENDS)


class Positions:
    """Positions in ascending order of hard totals: a `hand` (n,) from a `source` (n,), both given by index.

    Amounts have shape (n + 1,): the last is that of a busted hand. `child` (n, 10) is the position
    after one more card. A card to a hand that the source does not include counts as a bust, so such
    hands must not be hit.
    """

    def __init__(
        self,
        table: AnalysisTable,
        upcard: int,
        chances: Chances,
        sources: Sequence[tuple[ShoeMixture, Ints]],
    ) -> None:
        """Compute what does not depend on decisions, for the hands (indices) of each source."""
        self.table, self.upcard = table, upcard
        hand = np.concatenate([np.empty(0, dtype=np.int64), *(places for _, places in sources)])
        source = np.repeat(np.arange(len(sources)), [len(places) for _, places in sources])
        order = np.argsort(table.hands.hard[hand], kind="stable")
        self.hand: Ints = hand[order]
        self.source: Ints = source[order]
        count = len(hand)
        self.column = np.full((len(sources), len(table.hands) + 1), count, dtype=np.int64)
        self.column[self.source, self.hand] = np.arange(count)
        self.child: Ints = self.column[self.source[:, None], table.hands.child[self.hand]]
        self.levels = slice_by_total(table.hands.hard[self.hand])
        self.chance: Floats = np.zeros(count + 1)
        self.ends: Floats = np.zeros((count, ENDS))
        for place, (one, _) in enumerate(sources):
            rows = np.flatnonzero(self.source == place)
            cards = table.hands.cards[self.hand[rows]]
            found = chances.joint(one, cards)
            self.chance[rows], self.ends[rows] = found.hand, found.ends
        self.blackjack: Floats = np.append(self.ends[:, BLACKJACK], 0)
        self.returned: Floats = self._standing_returns()

    def __len__(self) -> int:
        return len(self.hand)

    @cached_property
    def wins(self) -> Flags:
        """Mask (n, 24) of the dealer's ends that a standing hand beats."""
        total, charlie = self._total_and_charlie()
        found: Flags = (total > _END) | (_END == BUST) | (charlie & (_END != BLACKJACK))
        return found

    @cached_property
    def pushes(self) -> Flags:
        """Mask (n, 24) of the dealer's ends that a standing hand pushes."""
        total, charlie = self._total_and_charlie()
        found: Flags = (total == _END) & ~charlie
        return found

    def _total_and_charlie(self) -> tuple[Ints, Flags]:
        hands = self.table.hands
        return hands.total[self.hand, None], self.table.charlies[self.hand, None]

    def _standing_returns(self) -> Floats:
        unit = 2 * self.wins + self.pushes
        return np.append(np.einsum("ne,ne->n", self.ends, unit), 0)

    def hit(self, returned: Floats) -> Floats:
        """Compute the returns (n + 1,) of hitting, given the returns after the card, `returned` (n + 1,)."""
        return np.append(returned[self.child].sum(1), 0)

    def follow(self, hits: Flags) -> Floats:
        """Compute the returns (n + 1,) when the hands in `hits` (n,) are hit and all others stand."""
        found = self.returned.copy()
        for level in self.levels:
            after = found[self.child[level]].sum(1)
            found[level] = np.where(hits[level], after, found[level])
        return found

    def hit_then_best(self) -> Floats:
        """Compute the returns (n + 1,) of hitting with best play afterwards."""
        sign, over = self.table.sign, self.table.over[self.hand]
        best, hit = self.returned.copy(), np.zeros(len(self) + 1)
        for level in self.levels:
            hit[level] = best[self.child[level]].sum(1)
            better = ~over[level] & (sign * hit[level] > sign * best[level])
            best[level] = np.where(better, hit[level], best[level])
        return hit

    def double_returns(self, at: Ints) -> Floats:
        """Return the net results of doubling at these positions."""
        back = self.table.refund(self.upcard).doubles
        result: Floats = 2 * (self.returned[self.child[at]].sum(-1) - self.chance[at])
        if back == "all":
            return result + self.blackjack[at]
        standing: Floats = self.blackjack[self.child[at]].sum(-1)
        return result + standing if back == "standing" else result

    def surrender_returns(self, kind: str, at: Ints) -> Floats:
        """Return the net results of surrender at these positions; `kind` is "early" or "late"."""
        lost: Floats = -0.5 * self.chance[at]
        return lost - 0.5 * self.blackjack[at] if kind == "late" else lost

    def orders(self, start: Floats, hits: Flags) -> Floats:
        """Return the number of orders (n,) in which each hand is reached by hitting.

        `start` (n,) are the orders of the hands that are hit first; after that `hits` (n,) marks
        the hands that are hit.
        """
        found = np.zeros(len(self) + 1)
        for level in reversed(self.levels):
            leaving = start[level] + np.where(hits[level], found[level], 0)
            drawn = np.flatnonzero(leaving)
            if len(drawn):
                child = self.child[level][drawn]
                found += np.bincount(
                    child.ravel(), np.repeat(leaving[drawn], child.shape[1]), len(found)
                )
        return found[:-1]
