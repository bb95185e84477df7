"""What can be won from hands against one upcard.

A position is a hand out of a source: of its own, or out of a split. All amounts are those of one order of its cards: the
chance of that order times the net result, or the return, per unit of the bet. So what a hand is worth that is hit is the
sum of what it is worth after each card, and a busted hand returns 0. A dealer blackjack takes all that is on the table
here, as if nobody had looked; what the rules give back is added where money is added.
"""

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from blackjack.analysis.chances import Chances, Source
from blackjack.analysis.ends import BLACKJACK, BUST, ENDS
from blackjack.analysis.hands import levels
from blackjack.analysis.stock import Flags, Floats, Ints
from blackjack.analysis.table import AnalysisTable

_END = np.arange(ENDS)


class Positions:
    """Positions in ascending order of their hard totals, each a `hand` (n,) out of a `source` (n,), given by their places.

    Amounts have shape (n + 1,): the last is that of a busted hand. `child` (n, 10) is the position after one more card;
    a card to a hand that its source does not have counts as a bust, so such hands are not to be hit.
    """

    def __init__(
        self,
        table: AnalysisTable,
        upcard: int,
        chances: Chances,
        sources: Sequence[tuple[Source, Ints]],
    ) -> None:
        """Compute what no decision changes for the hands, given by their places, of each source."""
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
        self.levels = levels(table.hands.hard[self.hand])
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
        """Which of the dealer's ends (n, 24) a standing hand beats."""
        total, charlie = self._total_and_charlie()
        found: Flags = (total > _END) | (_END == BUST) | (charlie & (_END != BLACKJACK))
        return found

    @cached_property
    def pushes(self) -> Flags:
        """Which of the dealer's ends (n, 24) a standing hand pushes."""
        total, charlie = self._total_and_charlie()
        found: Flags = (total == _END) & ~charlie
        return found

    def _total_and_charlie(self) -> tuple[Ints, Flags]:
        hands = self.table.hands
        return hands.total[self.hand, None], self.table.charlies[self.hand, None]

    def _standing_returns(self) -> Floats:
        """Return per unit for standing."""
        unit = 2 * self.wins + self.pushes
        return np.append(np.einsum("ne,ne->n", self.ends, unit), 0)

    def hit(self, returned: Floats) -> Floats:
        """Return (n + 1,) after a card, given the return `returned` after that."""
        return np.append(returned[self.child].sum(1), 0)

    def follow(self, hits: Flags) -> Floats:
        """Return when hands with `hits` (n,) are hit."""
        found = self.returned.copy()
        for level in self.levels:
            after = found[self.child[level]].sum(1)
            found[level] = np.where(hits[level], after, found[level])
        return found

    def hit_then_best(self) -> Floats:
        """Return for hitting and best play after that."""
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
        """Return the net results of giving up at these positions."""
        lost: Floats = -0.5 * self.chance[at]
        return lost - 0.5 * self.blackjack[at] if kind == "late" else lost

    def orders(self, start: Floats, hits: Flags) -> Floats:
        """Return in how many orders (n,) a hand is come to by hitting.

        `start` (n,) are those of the hands that are hit at first; after that `hits` (n,) says which are.
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
