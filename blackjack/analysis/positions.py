"""What can be won from hands against one upcard, with some more cards known to be out of the shoe.

A position is a hand, seen with `extra` further cards of one value gone: 0 for a hand of its own, more for a hand out of
a split, whose pair cards lie elsewhere. All amounts are net results per unit of the bet. A dealer blackjack takes all
that is on the table here, as if nobody had looked; what the rules give back is added where money is added.
"""

from __future__ import annotations

import numpy as np

from blackjack.analysis.ends import BLACKJACK, BUST, chances
from blackjack.analysis.hands import levels
from blackjack.analysis.stock import VALUES, Flags, Floats, Ints
from blackjack.analysis.table import Table


class Positions:
    """Positions of the hands at `hand` (n,), in ascending order of hard totals, for each of `extra` (E,) cards gone.

    Arrays are (E, n + 1): the last column is a busted hand. `draw` (E, n, 10) are the chances of the next card's value,
    `child` (n, 10) the column of the hand after it.
    """

    def __init__(
        self, table: Table, upcard: int, hand: Ints, value: int = 0, extra: Ints | None = None
    ) -> None:
        """Compute what no decision changes: draws, and the results of hands that stand."""
        self.table, self.upcard, self.hand, self.value = table, upcard, hand, value
        self.extra = np.zeros(1, dtype=np.int64) if extra is None else extra
        hands, count = table.hands, len(hand)
        removed = np.repeat(hands.cards[hand][None], len(self.extra), axis=0)
        removed[:, :, value] += self.extra[:, None]
        self.draw = self._draws(removed)
        self.column = np.full(len(hands) + 1, count, dtype=np.int64)
        self.column[hand] = np.arange(count)
        self.child: Ints = self.column[hands.child[hand]]
        self.levels = levels(hands.hard[hand])
        self._settle(removed)

    def _draws(self, removed: Ints) -> Floats:
        stock = self.table.stock
        if stock.infinite:
            return np.broadcast_to(stock.counts / stock.size, removed.shape)
        left = np.maximum(stock.without(self.upcard) - removed, 0)
        found: Floats = left / np.maximum(left.sum(2, keepdims=True), 1)
        return found

    def _settle(self, removed: Ints) -> None:
        """Set the chances to win and to push by standing, and those of the dealer's `ends` (E, n, 24)."""
        table, count = self.table, len(self.hand)
        ends = chances(table.rules, table.stock, self.upcard, removed.reshape(-1, VALUES))
        below = np.cumsum(ends[:, :BUST], axis=1)
        total = np.tile(table.hands.total[self.hand], len(self.extra))
        charlie = np.tile(table.charlies[self.hand], len(self.extra))
        row, rest = np.arange(len(total)), below[:, -1] + ends[:, BUST]
        win = np.where(charlie, rest, ends[:, BUST] + below[row, total - 1])
        push = np.where(charlie, 0, ends[row, total])
        shape = (len(self.extra), count)
        bust = [(0, 0), (0, 1)]
        self.win: Floats = np.pad(win.reshape(shape), bust)
        self.push: Floats = np.pad(push.reshape(shape), bust)
        self.blackjack: Floats = np.pad(ends[:, BLACKJACK].reshape(shape), bust)
        self.stand: Floats = 2 * self.win + self.push - 1
        self.ends: Floats = ends.reshape(*shape, -1)

    def after_draw(self, values: Floats) -> Floats:
        """Return the mean of `values` (E, n + 1) over the next card, shape (E, n)."""
        found: Floats = np.einsum("enr,enr->en", self.draw, values[:, self.child])
        return found

    def played(self, hits: Flags, values: Floats | None = None) -> Floats:
        """Return the `values` of standing, by default the net result, of hands played on where `hits` (n,) says so."""
        found = (self.stand if values is None else values).copy()
        for level in self.levels:
            drawn = level[hits[level]]
            if len(drawn):
                after = found[:, self.child[drawn]]
                found[:, drawn] = np.einsum("enr,enr->en", self.draw[:, drawn], after)
        return found

    def hit_then_best(self) -> Floats:
        """Return the results (E, n + 1) of hitting and playing best after that."""
        sign, over = self.table.sign, self.table.over[self.hand]
        best, hit = self.stand.copy(), self.stand.copy()
        for level in self.levels:
            after = best[:, self.child[level]]
            hit[:, level] = np.einsum("enr,enr->en", self.draw[:, level], after)
            better = ~over[level] & (sign * hit[:, level] > sign * best[:, level])
            best[:, level] = np.where(better, hit[:, level], best[:, level])
        return hit

    def doubled(self) -> Floats:
        """Return the results of doubling, shape (E, n)."""
        back = self.table.refund(self.upcard).doubles
        result = 2 * self.after_draw(self.stand)
        if back == "all":
            return result + self.blackjack[:, :-1]
        return result + self.after_draw(self.blackjack) if back == "standing" else result

    def surrendered(self, kind: str) -> Floats:
        """Return the results of giving up, shape (E, n)."""
        blackjack = self.blackjack[:, :-1]
        return -0.5 - 0.5 * blackjack if kind == "late" else np.full_like(blackjack, -0.5)

    def reached(self, start: Floats, hits: Flags) -> Floats:
        """Return the chances (E, n) to come to a hand by hitting.

        `start` (E, n) are the chances of the hands that are hit at first; after that `hits` (n,) says which are.
        """
        count, width = len(self.hand), len(self.hand) + 1
        found = np.zeros((len(self.extra), width))
        rows = (width * np.arange(len(self.extra)))[:, None]
        for level in reversed(self.levels):
            leaving = start[:, level] + np.where(hits[level], found[:, level], 0)
            drawn = level[leaving.any(axis=0)]
            if len(drawn):
                flow = leaving[:, np.isin(level, drawn)][:, :, None] * self.draw[:, drawn]
                place = rows + self.child[drawn].reshape(1, -1)
                size = len(self.extra) * width
                found += np.bincount(
                    place.ravel(), flow.reshape(len(rows), -1).ravel(), size
                ).reshape(found.shape)
        return found[:, :count]
