"""Analysis agrees to 1e-12 with every round that tiny shoes can deal, played through the game itself."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from blackjack.analysis.chart import ChartSearch
from blackjack.analysis.play import BestByCards, Played, SplitPair
from blackjack.analysis.splitting import Splitting
from blackjack.analysis.stock import VALUES, Floats, Stock
from blackjack.analysis.table import AnalysisTable
from blackjack.analysis.upcard import Upcard
from blackjack.cards import RANKS
from blackjack.rules import Rules
from tests.blackjack.analysis.brute import CARDS, Best, ByAnalysis, Mean, Walk, pair_of
from tests.exhaustive import slow_but, slow_but_every

EXACT = 1e-12

EUROPEAN = {"hole_card": "not_dealt", "peek": "never"}
UNPEEKED = {"peek": "never"}
DOUBLES = {"dealer_blackjack_takes": "all_but_doubles"}
ORIGINAL = {"dealer_blackjack_takes": "original_bet"}
ONE_CARD = {"hit_split_aces": False}
ONE_PAIR = {"max_splits": 1, "max_ace_splits": 0}
ONCE = {"max_splits": 1, "max_ace_splits": 1}
TWICE = {"max_splits": 2, "max_ace_splits": 2}
TENS = {"split_tens_natural": True}
AGAIN = {"surrender_after_split": True}
INFINITE = {"decks": "infinite", "max_splits": 2, "max_ace_splits": 1}

CASES: dict[str, tuple[dict[str, Any], str]] = {
    # Peeks, and what a dealer's blackjack takes
    "the house's own": ({}, "A3 52 83 T8"),
    "peek, low cards": ({}, "A3 23 T9"),
    "peek, four eights": ({}, "A3 84 T9"),
    "peek, five eights": ({"soft_17": "stand"}, "A3 85 T9"),
    "european, all bets": (EUROPEAN, "A3 52 82 T8"),
    "european, doubles back": (EUROPEAN | DOUBLES, "A3 52 82 T8"),
    "european, original bet": (EUROPEAN | ORIGINAL, "A3 52 82 T8"),
    "european, original bet, low": (EUROPEAN | ORIGINAL | {"surrender": "none"}, "A3 34 T9"),
    "never peeks, all bets": (UNPEEKED, "A3 52 82 T8"),
    "never peeks, doubles back": (UNPEEKED | DOUBLES, "A3 52 82 T8"),
    "never peeks, original bet": (UNPEEKED | ORIGINAL, "A3 52 83 T8"),
    "peeks behind aces, all bets": ({"peek": "ace"}, "A3 52 82 T8"),
    "peeks behind aces, doubles back": ({"peek": "ace"} | DOUBLES, "A3 52 82 T8"),
    "peeks behind aces, original bet": ({"peek": "ace"} | ORIGINAL, "A3 52 82 T8"),
    "stands on soft 17": ({"soft_17": "stand"}, "A3 62 82 T8"),
    # Splits
    "no double after a split": ({"double_after_split": False}, "A3 33 T9"),
    "no split": ({"max_splits": 0, "max_ace_splits": 0}, "A3 32 82 T8"),
    "one split": (ONCE, "A3 32 82 T8"),
    "two splits": (TWICE, "A3 32 82 T8"),
    "tens and court cards": (TWICE, "A3 62 T5 K4"),
    "aces, one card, once": (ONE_CARD | {"max_ace_splits": 1}, "A5 82 T8"),
    "aces, one card": (ONE_CARD, "A5 82 T8"),
    "aces, one card, original bet": (ONE_CARD | EUROPEAN | ORIGINAL, "A5 82 T8"),
    "aces, one card, surrender": (ONE_CARD | AGAIN, "A5 82 T8"),
    "aces, hit": ({"double_split_aces": False, "max_ace_splits": 1}, "A5 52 T9"),
    "aces, hit and doubled": ({"max_ace_splits": 2}, "A4 52 T9"),
    "by rank": ({"split_by": "rank"}, "A3 82 T5 K4"),
    "by rank, original bet": ({"split_by": "rank"} | UNPEEKED | ORIGINAL, "A3 82 T5 K4"),
    "by rank, three ranks": ({"split_by": "rank"} | TWICE, "A3 82 T4 J3 K2"),
    "by rank, one of a rank": ({"split_by": "rank"} | ONE_CARD, "A4 83 T7 K1"),
    "split tens natural": (TENS, "A4 82 T8"),
    "split tens natural, 2:1": (TENS | {"blackjack_pays": "2:1"}, "A4 82 T8"),
    "split tens natural, by rank": (TENS | TWICE | {"split_by": "rank"}, "A4 82 T5 K4"),
    "split tens natural, all bets": (TENS | EUROPEAN, "A4 82 T8"),
    "split tens natural, doubles back": (TENS | UNPEEKED | DOUBLES, "A4 82 T8"),
    "split tens natural, original bet": (TENS | EUROPEAN | ORIGINAL, "A4 82 T8"),
    # Surrender
    "no surrender": ({"surrender": "none"}, "A3 62 82 T8"),
    "early surrender": ({"surrender": "early"}, "A3 62 82 T8"),
    "early surrender, unpeeked": ({"surrender": "early"} | UNPEEKED, "A3 62 82 T8"),
    "early, no ace": ({"surrender": "early_vs_non_ace"}, "A3 62 82 T8"),
    "early, no ace, european": (
        {"surrender": "early_vs_non_ace"} | EUROPEAN | ORIGINAL,
        "A3 62 82 T8",
    ),
    "surrender after a split": (AGAIN, "A3 62 82 T8"),
    "early surrender after a split": (AGAIN | {"surrender": "early"}, "A3 62 82 T8"),
    "surrender after a split, all bets": (AGAIN | EUROPEAN, "A3 62 82 T8"),
    "surrender after a split, doubles back": (AGAIN | UNPEEKED | DOUBLES, "A3 62 82 T8"),
    "surrender after a split, original bet": (AGAIN | EUROPEAN | ORIGINAL, "A3 62 83 T8"),
    # Doubles
    "doubles 9 to 11": ({"double_on": "9-11"} | TWICE, "A3 32 62 T8"),
    "doubles 10 and 11": ({"double_on": "10-11", "surrender": "none"} | TWICE, "A3 32 62 T8"),
    "no doubles": ({"double_on": "never", "surrender": "none"} | TWICE, "A3 32 62 T8"),
    "doubles for less": ({"double_for_less": True}, "A3 52 T9"),
    # Limits on the number of cards
    "charlie": ({"charlie": 5} | ONE_PAIR, "A2 24 T8"),
    "charlie, original bet": ({"charlie": 5} | ONE_PAIR | UNPEEKED | ORIGINAL, "A2 24 T8"),
    "five cards stand": ({"max_cards": 5} | ONE_PAIR, "A2 24 T8"),
    "five cards stand, charlie of six": (
        {"max_cards": 5, "charlie": 6, "auto_stand_21": False} | ONE_PAIR,
        "A2 24 T8",
    ),
    # Naturals, 21, inverted results
    "no naturals": ({"naturals": False} | TWICE, "A3 42 62 T8"),
    "no naturals, early": ({"naturals": False, "surrender": "early"} | AGAIN | ONCE, "A3 42 62 T8"),
    "no naturals, 21 is asked": (
        {"naturals": False, "surrender": "early_vs_non_ace", "auto_stand_21": False} | ONCE,
        "A3 42 62 T8",
    ),
    "21 is asked": ({"auto_stand_21": False} | TWICE, "A3 42 62 T8"),
    "inverted": ({"inverted": True} | ONCE, "A3 33 82 T9"),
    "inverted, original bet": (
        {"inverted": True} | AGAIN | TWICE | UNPEEKED | ORIGINAL,
        "A3 83 T12",
    ),
    "inverted, 21 is asked": ({"inverted": True, "auto_stand_21": False} | ONCE, "A3 63 T12"),
    "inverted, even money": ({"inverted": True, "even_money": True} | ONCE, "A3 63 T12"),
    "even money": ({"even_money": True}, "A3 82 T8"),
    "even money, 1:1": ({"even_money": True, "blackjack_pays": "1:1"}, "A3 82 T8"),
    "even money, 6:5, european": (
        {"even_money": True, "blackjack_pays": "6:5", "insurance": "none"} | EUROPEAN,
        "A3 62 82 T8",
    ),
    # Infinite decks
    "infinite": (INFINITE | ONCE, "A1 81 T3"),
    "infinite, original bet": (INFINITE | ONCE | EUROPEAN | ORIGINAL, "A1 71 T3"),
    "infinite, doubles back": (INFINITE | UNPEEKED | DOUBLES | AGAIN, "A1 61 T3"),
    "infinite, original bet, surrender": (
        INFINITE | ONCE | UNPEEKED | ORIGINAL | AGAIN,
        "A1 71 T3",
    ),
    "infinite, split tens natural": (INFINITE | TENS | ONCE, "A1 91 T2"),
    "infinite, by rank": (INFINITE | ONCE | {"split_by": "rank"}, "A1 T2 K1"),
}
"""Changes to the house's own rules, and the shoe: each rank with its number of cards."""

QUICK = (
    *("peek, four eights", "european, original bet, low", "one split"),
    *("doubles for less", "charlie", "inverted, original bet"),
)
"""Cases of the quick suite: one for each kind of hole card, split, double and end of a hand."""

BY_CHART = [
    "peek, low cards",
    "european, all bets",
    "never peeks, doubles back",
    "aces, hit and doubled",
    "by rank",
    "early, no ace, european",
    "surrender after a split, original bet",
    "split tens natural",
    "charlie",
    "no naturals, early",
    "inverted, original bet",
    "infinite, doubles back",
]

PAIRS = [
    "peek, four eights",
    "european, all bets",
    "never peeks, doubles back",
    "one split",
    "aces, one card",
    "by rank",
    "early surrender after a split",
    "split tens natural, original bet",
    "inverted, 21 is asked",
]


def table_of(name: str, **changes: Any) -> AnalysisTable:
    given, shoe = CASES[name]
    rules = Rules(**given | changes)
    counts = {group[0]: int(group[1:]) for group in shoe.split()}
    ranks = tuple(counts.get(rank, 0) for rank in RANKS)
    return AnalysisTable(rules, Stock(ranks, infinite=rules.finite_decks is None))


def played(table: AnalysisTable, *, chart: bool = False) -> dict[int, Played]:
    upcards = [Upcard(table, value) for value in range(VALUES) if table.stock.counts[value]]
    if chart:
        return {upcard.upcard: ChartSearch(upcard).run() for upcard in upcards}
    return {upcard.upcard: Played(upcard, BestByCards(upcard)) for upcard in upcards}


@cache
def best_of(name: str) -> dict[int, Played]:
    return played(table_of(name))


def ranks_of(value: int) -> str:
    return "".join(rank for rank, card in CARDS.items() if card.value == value + 1)


def differences(table: AnalysisTable, found: dict[int, Played]) -> list[float]:
    """Return the errors of the analysis: for each upcard its chance, the net result and the money staked."""
    walk = Walk(table.rules, table.stock, ByAnalysis(found))
    off: list[float] = []
    for value, one in found.items():
        mean = walk.mean(ranks_of(value))
        net, staked = table.sign * one.worth.net, one.worth.staked
        off.append(abs(one.upcard.chance - mean.chance))
        off.append(abs(net - mean.net / mean.chance))
        off.append(abs(staked - mean.staked / mean.chance))
    return off


@pytest.mark.parametrize("name", slow_but(CASES, QUICK.__contains__))
def test_best_play_is_worth_what_its_rounds_bring(name: str) -> None:
    assert max(differences(table_of(name), best_of(name))) < EXACT


@pytest.mark.parametrize("name", slow_but_every(4, BY_CHART))
def test_a_chart_is_worth_what_its_rounds_bring(name: str) -> None:
    table = table_of(name)
    assert max(differences(table, played(table, chart=True))) < EXACT


@pytest.mark.parametrize("name", slow_but(CASES, QUICK.__contains__))
def test_no_play_without_splits_is_better(name: str) -> None:
    table = table_of(name, max_splits=0, max_ace_splits=0)
    found = played(table)
    best, decide = Best(table.rules, table.stock), ByAnalysis(found)
    for view, choices in best.choices.items():
        assert choices[decide(best.deals[view])] == pytest.approx(max(choices.values()), abs=EXACT)
    for value, one in found.items():
        net = sum(best.nets.get(rank, 0) for rank in ranks_of(value))
        assert table.sign * one.worth.net * one.upcard.chance == pytest.approx(net, abs=EXACT)


@pytest.mark.parametrize("name", slow_but(PAIRS, QUICK.__contains__))
def test_a_pair_is_split_when_that_is_worth_more(name: str) -> None:
    table, found = table_of(name), best_of(name)
    split = pairs_of(table, found, splits=True)
    kept = pairs_of(table, found, splits=False)
    assert len(split) == sum(len(kinds) for one in found.values() for kinds in one.splits.values())
    for kind, mean in split.values():
        net, staked = table.sign * kind.worth.net, kind.worth.staked
        assert mean.net / mean.chance == pytest.approx(net, abs=EXACT)
        assert mean.staked / mean.chance == pytest.approx(staked, abs=EXACT)
        gain = mean.net - kept[id(kind)][1].net
        assert abs(gain) < EXACT or (gain > 0) == kind.is_split


def pairs_of(
    table: AnalysisTable, found: dict[int, Played], *, splits: bool
) -> dict[int, tuple[SplitPair, Mean]]:
    """Return the mean of every kind of pair that may be split, with all of them split or none."""
    walk = Walk(table.rules, table.stock, ByAnalysis(found, splits=splits))
    kinds: dict[int, SplitPair] = {}
    means: defaultdict[int, Mean] = defaultdict(Mean)
    for start, mean in walk.means.items():
        kind = pair_of(found[CARDS[start.upcard].value - 1], start.upcard, start.hand)
        if kind is not None:
            kinds[id(kind)] = kind
            means[id(kind)] = means[id(kind)].plus(mean)
    return {key: (kind, means[key]) for key, kind in kinds.items()}


@pytest.mark.slow
def test_a_weight_of_split_hands_that_is_off_by_a_millionth_shows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    weights = Splitting.weights

    def off(self: Splitting) -> Floats:
        found = weights(self).copy()
        found[0, 3] += 1e-6
        return found

    monkeypatch.setattr(Splitting, "weights", off)
    table = table_of("the house's own")
    assert max(differences(table, played(table))) > EXACT


def test_a_decision_against_the_best_play_shows() -> None:
    table = table_of("no split")
    best, decide = Best(table.rules, table.stock), ByAnalysis(played(table))
    worse = [
        min(choices.values()) < choices[decide(best.deals[view])] - EXACT
        for view, choices in best.choices.items()
        if len(choices) > 1
    ]
    assert sum(worse) > len(worse) / 2


def test_an_emptied_shoe_is_reported() -> None:
    table = replace(table_of("no split"), stock=Stock((0, 0, 3, *[0] * 10)))
    with pytest.raises(AssertionError, match="ran empty"):
        Best(table.rules, table.stock)
