"""The chart search: it ends where no change of one cell is better, and knows the exact gain of each change."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from blackjack.analysis.chart import CELLS, TOTALS, ChartSearch
from blackjack.analysis.play import Played, SplitPair
from blackjack.analysis.stock import ACE, TEN, Flags, Stock
from blackjack.analysis.table import AnalysisTable
from blackjack.analysis.upcard import HIT, STAND, Upcard
from blackjack.rules import Rules

SIX = 5
ORDERS = 5
NOTHING = 1e-12
EUROPEAN: dict[str, Any] = {"hole_card": "not_dealt", "peek": "never"}
GAMES = {
    "the house's own": Rules(),
    "one deck, surrender after a split, by rank": Rules(
        decks=1, surrender_after_split=True, split_by="rank", split_tens_natural=True
    ),
    "original bet only, late surrender after a split": Rules(
        dealer_blackjack_takes="original_bet", surrender_after_split=True, **EUROPEAN
    ),
    "the same, inverted": Rules(
        dealer_blackjack_takes="original_bet",
        surrender_after_split=True,
        inverted=True,
        double_on="10-11",
        **EUROPEAN,
    ),
    "inverted, 5-card Charlie, never doubled": Rules(
        inverted=True, charlie=5, double_on="never", decks="infinite", **EUROPEAN
    ),
}


def started(rules: Rules, upcard: int) -> ChartSearch:
    return ChartSearch(Upcard(AnalysisTable(rules, Stock.from_rules(rules)), upcard))


class Open(Upcard):
    """An upcard with every hand after a split that any play could reach."""

    @property
    def may_hit(self) -> Flags:
        return ~self.table.over


def played_with(search: ChartSearch, upcard: Upcard, choice: tuple[int, int, int]) -> Played:
    """Return the play of the chart behind the upcard with one cell changed to a letter and an order."""
    chart, (cell, letter, order) = search.chart, choice
    kept = bool(chart.hits_at[cell]), int(chart.order[cell])
    chart.hits_at[cell], chart.order[cell] = letter == HIT, order
    played = Played(upcard, chart)
    chart.hits_at[cell], chart.order[cell] = kept
    return played


def splits(kinds: list[SplitPair]) -> list[bool]:
    return [one.is_split for one in kinds]


def every_split(played: Played) -> list[list[bool]]:
    return [splits(kinds) for kinds in played.splits.values()]


CHOICES = list(product(range(CELLS), (STAND, HIT), range(ORDERS)))


@pytest.mark.slow
@pytest.mark.parametrize(("name", "upcard"), list(product(GAMES, [ACE, SIX, TEN])))
def test_no_change_of_one_cell_is_better(name: str, upcard: int) -> None:
    search = started(GAMES[name], upcard)
    table, best = search.upcard.table, search.run().worth.net
    every = Open(table, upcard)
    assert Played(every, search.chart).worth.net == pytest.approx(best, abs=NOTHING)
    for choice in CHOICES:
        changed = played_with(search, every, choice).worth.net
        assert table.sign * changed <= table.sign * best + NOTHING, choice


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_the_gain_of_a_change_is_what_it_brings(name: str) -> None:
    """Changes that alter which pairs are split are left out, and so are unsplit pairs: the search values them as split."""
    search = started(GAMES[name], TEN)
    played, told = search.run(), search.worths()
    kept = {TOTALS + value for value, kinds in played.splits.items() if not any(splits(kinds))}
    compared = 0
    for choice in CHOICES:
        cell, letter, order = choice
        changed = played_with(search, search.upcard, choice)
        alike = every_split(changed) == every_split(played) and cell not in kept
        if alike and (letter == STAND or search.chart.hittable[cell]):
            now = told[cell, int(search.chart.hits_at[cell]), search.chart.order[cell]]
            brought = changed.worth.net - played.worth.net
            assert brought == pytest.approx(told[cell, letter, order] - now, abs=NOTHING), choice
            compared += 1
    assert compared > len(CHOICES) / 2
