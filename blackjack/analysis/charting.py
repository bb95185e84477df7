"""Conversion of the best charts behind the ten upcards into one printed chart."""

from collections.abc import Sequence

import numpy as np

from blackjack.analysis.chart import TOTALS, ChartCells, ChartSearch
from blackjack.analysis.play import Played
from blackjack.analysis.stock import ACE, TEN, VALUES, Flags
from blackjack.analysis.upcard import DOUBLE, HIT, STAND, SURRENDER
from blackjack.strategy import ROWS, UPCARDS, Chart, find_code

_SOFT = 32
_NOTHING = 1e-15
_ACTIONS = {"stand": STAND, "hit": HIT, "double": DOUBLE, "surrender": SURRENDER}
_VERBS = {action: verb for verb, action in _ACTIONS.items()}

Order = tuple[str, ...]
"""Verbs, the preferred first."""


def build_chart(searches: Sequence[ChartSearch]) -> Chart:
    """Return the chart found by these finished searches, one for each upcard in order: 0 the ace, 9 the tens.

    A pair that is split has P if a hand of that pair that cannot be split again is played as its
    total, else P with its own letters. A pair that is surrendered, and split where surrender is not
    offered, has Rp. Tens paired by rank may differ in how many of their rank are left, which a
    chart cannot express: they are split if that is better for all of them together. A last letter
    that no hand reaches keeps its start value: the composition-dependent best play of the cell.

    Raises ValueError unless there is one search for each upcard, in order.
    """
    if [search.upcard.upcard for search in searches] != list(range(VALUES)):
        raise ValueError("one search for each upcard is expected, by its place")
    columns = [_Column(search) for search in (*searches[1:], searches[ACE])]
    return Chart(tuple(tuple(find_code(column.order(row)) for column in columns) for row in ROWS))


class _Column:
    """Result of one search as orders of verbs."""

    def __init__(self, search: ChartSearch) -> None:
        self.search, self.table, self.upcard = search, search.upcard.table, search.upcard.upcard
        self.hits_at = _letters(search)

    def order(self, row: str) -> Order:
        """Return the verbs of a row; after a "split" at the end the hand is played as its total."""
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
        """Return the order of a pair that is split; `order` is its play where it cannot be split."""
        total = _cell("soft", 12) if value == ACE else _cell("hard", 2 * (value + 1))
        alike = self._keep_offered(value, order) == self._keep_offered(value, self._unsplit(total))
        return ("split",) if alike else ("split", *order)

    def _with_surrender(self, value: int, order: Order) -> Order:
        """Return the order with surrender before its only letter if that is better.

        The search leaves it out if surrender is offered on the deal only: the pair is split then,
        except by a player who adds no money.
        """
        after_split = self.table.surrenders(self.upcard, after_split=True)
        if len(order) > 1 or after_split or not self._always_splits(value):
            return order
        given_up = ("surrender", *order)
        gain = self._result(value, given_up) - self._result(value, order)
        return given_up if self.table.sign * gain > 0 else order

    def _keep_offered(self, value: int, order: Order) -> Order:
        """Return the order without the double if a hand of this pair, once split, cannot be doubled."""
        doubled = self.table.doubles_after_split(value) and self.table.doubles[self._hand(value)]
        if doubled or not self._always_splits(value):
            return order
        return tuple(verb for verb in order if verb != "double")

    def _always_splits(self, value: int) -> bool:
        """Return whether every two cards of this value are a pair."""
        return value != TEN or self.table.rules.split_by == "value"

    def _gain_of_split(self, value: int, order: Order) -> float:
        """Return the gain of splitting over this order, times the probability of a pair; 0 if none may be split."""
        kept, kinds = self._result(value, order), self.search.played.splits[value]
        return sum(self.table.sign * one.pair.chance * (one.worth.net - kept) for one in kinds)

    def _result(self, value: int, order: Order) -> float:
        """Return the result of the first action of the order that is offered with a dealt pair."""
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
    """Return the cell of a total; hard 4 and soft 12 are always pairs and use the pair's cell."""
    if (kind, total) == ("soft", 12):
        return TOTALS + ACE
    if (kind, total) == ("hard", 4):
        return TOTALS + ACE + 1
    return total + (_SOFT if kind == "soft" else 0)


def _letters(search: ChartSearch) -> Flags:
    """Return which cells end with a hit (74,), without the search's changes that have no effect."""
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
