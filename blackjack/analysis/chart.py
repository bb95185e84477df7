"""Search for the best total-dependent chart: play by total, softness, pair and upcard only.

A chart has cells: one for each total, hard or soft, and one for each pair. A cell has a letter, hit
or stand, for hands of any number of cards, and may put doubling and surrender before it for hands
of two. The search starts with the action that composition-dependent best play takes with most hands
of a cell, and improves the chart until no change of a single cell helps. No hand meets a cell
twice, so the gain of a change is exact: over dealt hands and the hands of every split that the
chart makes, the probability of reaching the hand times the gain of the other choice.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import NamedTuple

import numpy as np

from blackjack.analysis.play import Played, SplitPair
from blackjack.analysis.positions import Positions
from blackjack.analysis.stock import ACE, TEN, VALUES, Flags, Floats, Ints
from blackjack.analysis.upcard import DOUBLE, HIT, STAND, SURRENDER, Upcard

TOTALS = 64
"""Number of cells for totals, soft ones at an offset of 32; one cell for each pair follows."""

CELLS = TOTALS + VALUES
_LETTERS = (STAND, HIT)
_ORDERS = [order for count in range(3) for order in permutations((DOUBLE, SURRENDER), count)]
_MOST_ROUNDS = 60
_NOTHING = 1e-13


class ChartCells:
    """A chart behind one upcard: for each cell its letter, `hits_at` (74,), and the actions `before` it, best first.

    `order` (74,) is the index of those actions in the list of all orders. `hittable` (74,) marks
    the cells whose hands may be hit (`may_hit`): where hitting loses even with best play
    afterwards, no play makes it worthwhile.
    """

    def __init__(self, upcard: Upcard) -> None:
        self.upcard = upcard
        self.two: Ints = upcard.table.hands.two
        pairs = self.two.diagonal()
        self.cells: Ints = upcard.cells
        self.first_cells: Ints = self.cells[self.two]
        np.fill_diagonal(self.first_cells, TOTALS + np.arange(VALUES))
        best = upcard.better_hit
        votes = np.bincount(self.cells, np.where(best, 1.0, -1.0), TOTALS)
        self.hits_at: Flags = np.concatenate([votes > 0, best[pairs]])
        self.order: Ints = np.zeros(CELLS, dtype=np.int64)
        some = np.bincount(self.cells, upcard.may_hit, TOTALS) > 0
        self.hittable: Flags = np.concatenate([some, upcard.may_hit[pairs]])

    @property
    def before(self) -> list[tuple[int, ...]]:
        """Actions with two cards before the letter, by cell."""
        return [_ORDERS[place] for place in self.order]

    @property
    def hits(self) -> Flags:
        """Mask (H,) of hands that are hit when they have more than two cards."""
        return self.hits_at[self.cells] & ~self.upcard.table.over

    def first(self, *, doubles: bool, surrenders: bool) -> Ints:
        """Return the action (10, 10) for each two-card hand."""
        cells = self.first_cells
        letter = np.where(self.hits_at[cells], HIT, STAND)
        offered = self.offered(self.two, doubles=doubles, surrenders=surrenders)
        return resolve_letters(letter, self.order[cells], offered)

    def offered(self, hand: Ints, *, doubles: bool, surrenders: bool) -> OfferedOptions:
        """Return the options of two-card hands, given whether doubling and surrender are offered at all."""
        table = self.upcard.table
        given_up = surrenders and table.surrenders(self.upcard.upcard) is not None
        asked = ~table.over[hand]
        return OfferedOptions(asked, table.doubles[hand] & doubles, asked & given_up)


class OfferedOptions(NamedTuple):
    """Options of hands, three masks of equal shape: any decision at all, doubling, surrender."""

    asked: Flags
    doubles: Flags
    surrenders: Flags


def resolve_letters(letter: Ints | int, order: Ints | int, offered: OfferedOptions) -> Ints:
    """Return the actions of hands in cells with these letters and order indices."""
    found: Ints = np.where(offered.asked, letter, STAND)
    can = {DOUBLE: offered.doubles, SURRENDER: offered.surrenders}
    for place, actions in enumerate(_ORDERS):
        for action in reversed(actions):
            found = np.where((order == place) & can[action], action, found)
    return found


class _Firsts(NamedTuple):
    """First decisions, m of them: `cell` (m,), `weight` (m,), `results` (4, m) by action, and the options."""

    cell: Ints
    weight: Floats
    results: Floats
    offered: OfferedOptions


class ChartSearch:
    """Search for the best chart behind one upcard."""

    def __init__(self, upcard: Upcard) -> None:
        self.upcard, self.chart = upcard, ChartCells(upcard)
        self.played = Played(upcard, self.chart)
        self.rounds = 0

    def run(self) -> Played:
        """Improve the chart until no single-cell change helps, and return its play. Raises RuntimeError after 60 rounds."""
        sign = self.upcard.table.sign
        while self.rounds < _MOST_ROUNDS:
            self.rounds += 1
            gains = self._gains()
            better = [cell for cell, (gain, _, _) in enumerate(gains) if gain > _NOTHING]
            if not better:
                return self.played
            worth = sign * self.played.worth.net
            kept = (self.chart.hits_at.copy(), self.chart.order.copy())
            self._change(better, gains)
            if sign * self.played.worth.net < worth:
                # The changes conflict: make only the best one.
                self.chart.hits_at, self.chart.order = kept
                self._change([max(better, key=lambda cell: gains[cell][0])], gains)
        raise RuntimeError(
            f"no best chart after {_MOST_ROUNDS} rounds behind upcard {self.upcard.upcard}"
        )

    def _change(self, cells: list[int], gains: list[tuple[float, int, int]]) -> None:
        for cell in cells:
            _, letter, order = gains[cell]
            self.chart.hits_at[cell] = letter == HIT
            self.chart.order[cell] = order
        self.played = Played(self.upcard, self.chart)

    def _gains(self) -> list[tuple[float, int, int]]:
        """Return for each cell the gain of its best choice, with that choice's letter and order."""
        worth = self.upcard.table.sign * self.worths()
        return [self._gain(cell, worth[cell]) for cell in range(CELLS)]

    def worths(self) -> Floats:
        """Return the value of each cell by letter and order (74, 2, 5), all other cells and all splits unchanged.

        Values are comparable within a cell only. Hitting a cell that is not `hittable` has the
        worst value, minus infinity, or plus infinity with inverted results.
        """
        firsts = _join_firsts([self._unsplit(), self._pairs(), *self._split_hands()])
        worth = np.zeros((CELLS, len(_LETTERS), len(_ORDERS)))
        for letter in _LETTERS:
            for order in range(len(_ORDERS)):
                actions = resolve_letters(letter, order, firsts.offered)
                won = np.take_along_axis(firsts.results, actions[None], axis=0)[0]
                worth[:, letter, order] = np.bincount(firsts.cell, firsts.weight * won, CELLS)
        worth[:, HIT] += self._later()[:, None]
        worth[~self.chart.hittable, HIT] = -self.upcard.table.sign * np.inf
        return worth

    def _gain(self, cell: int, worth: Floats) -> tuple[float, int, int]:
        letter = HIT if self.chart.hits_at[cell] else STAND
        now = float(worth[letter, self.chart.order[cell]])
        # Ties keep the current letter.
        tied = worth.copy()
        tied[letter] += _NOTHING
        best = int(tied.argmax())
        return float(worth.flat[best]) - now, best // len(_ORDERS), best % len(_ORDERS)

    def _split_pairs(self) -> list[SplitPair]:
        return [one for kinds in self.played.splits.values() for one in kinds if one.is_split]

    def _unsplit(self) -> _Firsts:
        """Return the first decisions of dealt hands, without pairs that may be split."""
        chance = self.upcard.dealt.copy()
        if self.upcard.table.rules.naturals:
            chance[ACE, TEN] = 0
        for value, kinds in self.played.splits.items():
            chance[value, value] -= sum(one.pair.chance for one in kinds)
        one, other = np.nonzero(chance > _NOTHING)
        offered = self.chart.offered(self.chart.two[one, other], doubles=True, surrenders=True)
        results = self.played.results[:, one, other]
        return _Firsts(self.chart.first_cells[one, other], chance[one, other], results, offered)

    def _pairs(self) -> _Firsts:
        """Return the first decisions of dealt pairs that may be split; each action competes with splitting."""
        kinds = [one for kinds in self.played.splits.values() for one in kinds]
        value = np.array([one.pair.value for one in kinds], dtype=np.int64)
        sign, kept = self.upcard.table.sign, self.played.results[:, value, value]
        split = np.array([one.worth.net for one in kinds])
        results = sign * np.maximum(sign * kept, sign * split)
        hand, weight = self.chart.two[value, value], np.array([one.pair.chance for one in kinds])
        offered = self.chart.offered(hand, doubles=True, surrenders=True)
        return _Firsts(TOTALS + value, weight, results, offered)

    def _split_hands(self) -> Iterator[_Firsts]:
        """Yield the first decisions of the hands of each pair that is split."""
        for one in self._split_pairs():
            hands = one.hands
            if not hands.one_card:
                weight = np.full(VALUES, one.pair.chance)
                offered = self.chart.offered(
                    hands.first,
                    doubles=hands.may_double,
                    surrenders=hands.surrender is not None,
                )
                results = self.played.split_results(hands)
                yield _Firsts(self.chart.first_cells[one.pair.value], weight, results, offered)

    def _later(self) -> Floats:
        """Return the gain (74,) of hitting over standing with hands of more than two cards, by cell."""
        upcard, played = self.upcard, self.played
        main, split = upcard.main, upcard.splits.positions
        found = self._gains_by_hitting(main, self._dealt_and_hit(), played.hit)
        return found + self._gains_by_hitting(split, self._split_and_hit(), played.split_hit)

    def _dealt_and_hit(self) -> Floats:
        """Return the number of orders (H,) in which two cards are dealt that are hit."""
        chance = self.upcard.dealt.copy()
        if self.upcard.table.rules.naturals:
            chance[ACE, TEN] = 0
        for one in self._split_pairs():
            chance[one.pair.value, one.pair.value] -= one.pair.chance
        hit = (self.played.actions == HIT) & (chance > _NOTHING)
        found = np.zeros(len(self.upcard.main))
        found[self.chart.two[hit]] = (chance / self.upcard.dealt_order)[hit]
        return found

    def _split_and_hit(self) -> Floats:
        """Return the weight (n,) of split hands that are hit with two cards."""
        found = np.zeros(len(self.upcard.splits.positions))
        for one in self._split_pairs():
            if not one.hands.one_card:
                hit = self.played.split_actions(one.hands) == HIT
                found[one.hands.at[hit]] = one.pair.chance
        return found

    def _gains_by_hitting(self, positions: Positions, start: Floats, hit: Floats) -> Floats:
        """Return the gains (74,) of hitting hands reached by hitting; `start` are the two-card hands that are hit."""
        hand = positions.hand
        orders = positions.orders(start, self.chart.hits[hand])
        asked = ~self.upcard.table.over[hand]
        gain = asked * orders * (hit - positions.returned)[:-1]
        return np.bincount(self.chart.cells[hand], gain, CELLS).astype(np.float64)


def _join_firsts(parts: list[_Firsts]) -> _Firsts:
    cell, weight, results, offered = zip(*parts, strict=True)
    return _Firsts(
        np.concatenate(cell),
        np.concatenate(weight),
        np.concatenate(results, axis=1),
        OfferedOptions(*(np.concatenate(column) for column in zip(*offered, strict=True))),
    )
