"""The best charts behind the ten upcards as one printed chart."""

from collections.abc import Sequence

import numpy as np

from blackjack.analysis.chart import TOTALS, ChartCells, Search
from blackjack.analysis.play import Played
from blackjack.analysis.stock import ACE, TEN, VALUES, Flags
from blackjack.analysis.upcard import DOUBLE, HIT, STAND, SURRENDER
from blackjack.strategy import ROWS, UPCARDS, Chart, code_of

_SOFT = 32
_NOTHING = 1e-15
_ACTIONS = {"stand": STAND, "hit": HIT, "double": DOUBLE, "surrender": SURRENDER}
_VERBS = {action: verb for verb, action in _ACTIONS.items()}

Order = tuple[str, ...]
"""Verbs, the preferred first."""


def chart_of(searches: Sequence[Search]) -> Chart:
    """Return the chart that these finished searches found, one for each upcard by its place: 0 the ace, 9 the tens.

    A pair that is split has P where a hand of that pair that cannot be split again is played as its total, else P with
    the letters of its own play. A pair that is better given up, and split where that is not offered, has Rp. Tens that
    pair by rank only may differ in how many of their rank are left, which a chart cannot see: they are split where
    that is better for all of them together. Where no hand comes to the last letter of a cell, it is what the search
    began with: best play by cards with the hands of that cell.
    """
    if [search.upcard.upcard for search in searches] != list(range(VALUES)):
        raise ValueError("one search for each upcard is expected, by its place")
    columns = [_Column(search) for search in (*searches[1:], searches[ACE])]
    return Chart(tuple(tuple(code_of(column.order(row)) for column in columns) for row in ROWS))


class _Column:
    """What one search found, as orders of verbs."""

    def __init__(self, search: Search) -> None:
        self.search, self.table, self.upcard = search, search.upcard.table, search.upcard.upcard
        self.hits_at = _letters(search)

    def order(self, row: str) -> Order:
        """Return the order of a row, with "split" at its end where the rest is as the total."""
        kind, _, named = row.partition(" ")
        if kind == "pair":
            return self._pair((UPCARDS.index(named) + 1) % VALUES)
        return self._unsplit(_cell(kind, int(named)))

    def _unsplit(self, cell: int) -> Order:
        last = "hit" if self.hits_at[cell] else "stand"
        return (*(_VERBS[action] for action in self.search.chart.before[cell]), last)

    def _pair(self, value: int) -> Order:
        order = self._unsplit(TOTALS + value)
        if self._gain_of_split(value, order) > 0:
            return self._pair_order(value, self._with_surrender(value, order))
        firm = tuple(verb for verb in order if verb != "surrender")
        if firm != order and self._gain_of_split(value, firm) > 0:
            return (*order[: order.index("surrender") + 1], "split")
        return order

    def _pair_order(self, value: int, order: Order) -> Order:
        """Return the order of a pair that is split, and played in this order where it cannot be."""
        total = _cell("soft", 12) if value == ACE else _cell("hard", 2 * (value + 1))
        alike = self._keep_offered(value, order) == self._keep_offered(value, self._unsplit(total))
        return ("split",) if alike else ("split", *order)

    def _with_surrender(self, value: int, order: Order) -> Order:
        """Return the order with giving up before its only letter where that is better.

        The search leaves it out where it is offered on the deal only: the pair is split then, but not by a player who
        puts in no new money.
        """
        after_split = self.table.surrenders(self.upcard, after_split=True)
        if len(order) > 1 or after_split or not self._always_splits(value):
            return order
        given_up = ("surrender", *order)
        gain = self._result(value, given_up) - self._result(value, order)
        return given_up if self.table.sign * gain > 0 else order

    def _keep_offered(self, value: int, order: Order) -> Order:
        """Return the order without the double that a hand of this pair, once it is out of a split, is not offered."""
        doubled = self.table.doubles_after_split(value) and self.table.doubles[self._hand(value)]
        if doubled or not self._always_splits(value):
            return order
        return tuple(verb for verb in order if verb != "double")

    def _always_splits(self, value: int) -> bool:
        """Tell whether every two cards of this value are a pair."""
        return value != TEN or self.table.rules.split_by == "value"

    def _gain_of_split(self, value: int, order: Order) -> float:
        """Return what splitting wins over this order, times the chance of a pair; 0 where none may be split."""
        kept, kinds = self._result(value, order), self.search.played.splits[value]
        return sum(self.table.sign * one.pair.chance * (one.worth.net - kept) for one in kinds)

    def _result(self, value: int, order: Order) -> float:
        """Return the result of the first action of the order that a dealt pair is offered."""
        hand = self._hand(value)
        offered = {
            "double": self.table.doubles[hand],
            "surrender": self.table.surrenders(self.upcard) is not None,
        }
        verb = next(verb for verb in order if offered.get(verb, True))
        return float(self.search.played.results[_ACTIONS[verb], value, value])

    def _hand(self, value: int) -> int:
        return int(self.table.hands.two[value, value])


def _cell(kind: str, total: int) -> int:
    """Return the place of a total among the cells; hands of hard 4 and soft 12 are always a pair, and have its cell."""
    if (kind, total) == ("soft", 12):
        return TOTALS + ACE
    if (kind, total) == ("hard", 4):
        return TOTALS + ACE + 1
    return total + (_SOFT if kind == "soft" else 0)


def _letters(search: Search) -> Flags:
    """Return which cells are hit at the end (74,), without the changes of the search that change nothing."""
    chart, found = ChartCells(search.upcard), search.chart.hits_at
    began, chart.order = chart.hits_at, search.chart.order

    def idle(cells: list[int]) -> bool:
        chart.hits_at = _set_letters(found, cells)
        return abs(Played(search.upcard, chart).worth.net - search.played.worth.net) < _NOTHING

    cells = [int(cell) for cell in np.flatnonzero(began != found) if chart.before[cell]]
    if cells and not idle(cells):
        cells = [cell for cell in cells if idle([cell])]
    return _set_letters(found, cells)


def _set_letters(letters: Flags, cells: list[int]) -> Flags:
    found = letters.copy()
    found[cells] ^= True
    return found
