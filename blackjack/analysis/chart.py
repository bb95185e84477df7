"""The best chart: play that looks at the total, softness, pair and upcard only.

A chart has cells: a total, soft or not, and each pair. A cell has a letter, hit or stand, which hands of any number of
cards follow, and may have doubling and surrender before it for hands of two. The chart starts from what the best play
by cards does on the whole and is improved until no change of a single cell helps. No hand meets a cell twice, so the gain
of a change is exact: over hands as they are dealt and hands out of every split that the chart makes, the chance to come
to a hand times what it wins by the other choice. One term is left out of the gains, not of what the chart is worth: that a
late surrender after a split, against an unpeeked blackjack which takes the original bet only, loses an added hand's bet.
"""

from __future__ import annotations

from itertools import permutations

import numpy as np

from blackjack.analysis.play import BestByCards, Played, SplitPair
from blackjack.analysis.positions import Positions
from blackjack.analysis.stock import ACE, TEN, VALUES, Flags, Floats, Ints
from blackjack.analysis.upcard import DOUBLE, HIT, STAND, SURRENDER, Upcard

TOTALS = 64
"""Cells of totals, soft ones 32 further on; behind them is one for each pair."""

CELLS = TOTALS + VALUES
_LETTERS = (STAND, HIT)
_ORDERS = [order for count in range(3) for order in permutations((DOUBLE, SURRENDER), count)]
_MOST_ROUNDS = 60
_NOTHING = 1e-13


class Chart:
    """A chart behind one upcard: of each cell its letter `hits_at` (74,) and the actions `before` it, best first."""

    def __init__(self, upcard: Upcard) -> None:
        """Start with the choice of the most hands that a cell has."""
        self.upcard = upcard
        pairs = upcard.table.hands.two.diagonal()
        self.cells: Ints = upcard.cells
        self.first_cells: Ints = self.cells.copy()
        self.first_cells[pairs] = TOTALS + np.arange(VALUES)
        best = BestByCards(upcard).hits
        votes = np.bincount(self.cells, np.where(best, 1.0, -1.0), TOTALS)
        self.hits_at: Flags = np.concatenate([votes > 0, best[pairs]])
        self.before: list[tuple[int, ...]] = [()] * CELLS

    @property
    def hits(self) -> Flags:
        """Hands (H,) that are hit when they have more than two cards."""
        return self.hits_at[self.cells] & ~self.upcard.table.over

    def first(self, *, doubles: bool, surrenders: bool) -> Ints:
        """Return the action (H,) with each hand of two cards."""
        found = np.empty(len(self.cells), dtype=np.int64)
        kinds = set(zip(self.hits_at.tolist(), self.before, strict=True))
        for hits, order in kinds:
            same = [
                hits == at and order == one
                for at, one in zip(self.hits_at, self.before, strict=True)
            ]
            rows = np.array(same)[self.first_cells]
            found[rows] = self.resolved(
                HIT if hits else STAND, order, doubles=doubles, surrenders=surrenders
            )[rows]
        return found

    def resolved(
        self, letter: int, order: tuple[int, ...], *, doubles: bool, surrenders: bool
    ) -> Ints:
        """Return the actions (H,) of hands of two cards in cells with this letter and this order before it."""
        table = self.upcard.table
        found: Ints = np.where(table.over, STAND, letter)
        offered = table.surrenders(self.upcard.upcard) is not None
        can = {
            DOUBLE: table.doubles & doubles,
            SURRENDER: table.pairs_of_cards & ~table.over & (surrenders & offered),
        }
        for action in reversed(order):
            found = np.where(can[action], action, found)
        return found


class Search:
    """The search for the best chart behind one upcard."""

    def __init__(self, upcard: Upcard) -> None:
        """Start with a chart; `run` improves it."""
        self.upcard, self.chart = upcard, Chart(upcard)
        self.played = Played(upcard, self.chart)
        self.rounds = 0

    def run(self) -> Played:
        """Return the best chart, played."""
        sign = self.upcard.table.sign
        while self.rounds < _MOST_ROUNDS:
            self.rounds += 1
            gains = self._gains()
            better = [cell for cell, (gain, _, _) in enumerate(gains) if gain > _NOTHING]
            if not better:
                return self.played
            worth = sign * self.played.worth.net
            kept = (self.chart.hits_at.copy(), list(self.chart.before))
            self._change(better, gains)
            if sign * self.played.worth.net < worth:
                # Together the changes stand in each other's way: make the best one alone.
                self.chart.hits_at, self.chart.before = kept
                self._change([max(better, key=lambda cell: gains[cell][0])], gains)
        raise RuntimeError(
            f"no best chart after {_MOST_ROUNDS} rounds behind upcard {self.upcard.upcard}"
        )

    def _change(self, cells: list[int], gains: list[tuple[float, int, int]]) -> None:
        for cell in cells:
            _, letter, order = gains[cell]
            self.chart.hits_at[cell] = letter == HIT
            self.chart.before[cell] = _ORDERS[order]
        self.played = Played(self.upcard, self.chart)

    def _gains(self) -> list[tuple[float, int, int]]:
        """Return of each cell the gain of its best choice, with the letter and the order of that choice."""
        first = np.zeros((CELLS, len(_LETTERS), len(_ORDERS)))
        later = np.zeros(CELLS)
        self._add_main(first, later)
        for value, kinds in self.played.splits.items():
            for kind in kinds:
                hands = self.upcard.split_hands(value)
                if kind.is_split and not hands.one_card:
                    weights = kind.pair.chance * hands.chances(kind.pair.splitting)
                    self._add_split(value, weights, first, later)
        first[:, HIT] += later[:, None]
        return [self._gain(cell, self.upcard.table.sign * first[cell]) for cell in range(CELLS)]

    def _gain(self, cell: int, worth: Floats) -> tuple[float, int, int]:
        letter = HIT if self.chart.hits_at[cell] else STAND
        now = float(worth[letter, _ORDERS.index(self.chart.before[cell])])
        # Where two choices are worth the same, the letter stays what it is.
        tied = worth.copy()
        tied[letter] += _NOTHING
        best = int(tied.argmax())
        return float(worth.flat[best]) - now, best // len(_ORDERS), best % len(_ORDERS)

    def _add_main(self, first: Floats, later: Floats) -> None:
        upcard, played = self.upcard, self.played
        two = upcard.table.hands.two
        chance = upcard.dealt.copy()
        if upcard.table.rules.naturals:
            chance[ACE, TEN] = 0
        unsplit = chance.copy()
        for value, kinds in played.splits.items():
            for kind in kinds:
                self._add_pair(first, two[value, value], kind)
                chance[value, value] -= kind.pair.chance
                unsplit[value, value] -= kind.pair.chance if kind.is_split else 0
        hand, results = two.ravel(), played.results
        weight = np.maximum(chance, 0).ravel()
        self._add_first(
            first, hand, weight[None], results[:, None, hand], doubles=True, surrenders=True
        )
        start = np.zeros((1, len(upcard.table.hands)))
        dealt = np.triu(np.maximum(unsplit, 0)).ravel()
        hits = (played.actions[hand] == HIT) & (dealt > 0)
        start[0, hand[hits]] = dealt[hits]
        self._add_later(later, upcard.main, start, played.hit)

    def _add_pair(self, first: Floats, hand: int, kind: SplitPair) -> None:
        """Add what a dealt pair wins by every choice, splitting where that is more."""
        sign = self.upcard.table.sign
        kept = sign * self.played.results[:, None, [hand]]
        results = sign * np.maximum(kept, sign * kind.worth.net)
        weight = np.array([[kind.pair.chance]])
        self._add_first(first, np.array([hand]), weight, results, doubles=True, surrenders=True)

    def _add_split(self, value: int, weights: Floats, first: Floats, later: Floats) -> None:
        upcard, played = self.upcard, self.played
        table, hands = upcard.table, upcard.split_hands(value)
        positions, hand = hands.positions, hands.first
        weights = weights.copy()
        if value == TEN and table.rules.naturals and table.rules.split_tens_natural:
            weights[:, ACE] = 0
        values = positions.played(self.chart.hits[positions.hand])
        hit = positions.after_draw(values)
        second = hands.second
        results = np.stack(
            [positions.stand[:, second], hit[:, second], hands.doubled, hands.surrendered]
        )
        offers = {
            "doubles": table.doubles_after_split(value),
            "surrenders": table.surrenders(upcard.upcard, after_split=True) is not None,
        }
        self._add_first(first, hand, weights, results, **offers)
        start = np.zeros((len(hands.gone), len(positions.hand)))
        start[:, second] = np.where(played.split_actions(hands) == HIT, weights, 0)
        self._add_later(later, positions, start, hit)

    def _add_first(
        self,
        first: Floats,
        hand: Ints,
        weight: Floats,
        results: Floats,
        *,
        doubles: bool,
        surrenders: bool,
    ) -> None:
        """Add what hands of two cards win by every choice: `weight` (E, n) times `results` (4, E, n)."""
        cells = self.chart.first_cells[hand]
        for letter in _LETTERS:
            for place, order in enumerate(_ORDERS):
                actions = self.chart.resolved(
                    letter, order, doubles=doubles, surrenders=surrenders
                )[hand]
                won = np.take_along_axis(results, actions[None, None], axis=0)[0]
                total = (weight * np.where(weight == 0, 0, won)).sum(0)
                first[:, letter, place] += np.bincount(cells, total, CELLS)

    def _add_later(self, later: Floats, positions: Positions, start: Floats, hit: Floats) -> None:
        """Add what longer hands win by hitting over standing; `start` are the hands of two cards that are hit."""
        hand = positions.hand
        reached = positions.reached(start, self.chart.hits[hand])
        gain = (reached * (hit - positions.stand[:, :-1])).sum(0)
        gain = np.where(self.upcard.table.over[hand], 0, gain)
        later += np.bincount(self.chart.cells[hand], gain, CELLS)
