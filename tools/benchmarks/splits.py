"""Error in the spread of splits: `python -m tools.benchmarks.splits`.

The spread treats the hands of a split as independent given the dealer's final total. Here all final
cards of both hands of pairs split once are enumerated together with the dealer's, otherwise under
Lígalo's rules. The mean must equal that of the mathematics; the difference of the standard
deviation is the cost of the assumption.
"""

# ruff: noqa: E402 - numpy reads its number of threads when it is imported

import argparse
import os
from collections import Counter
from collections.abc import Iterator, Mapping
from math import prod, sqrt
from typing import Any, NamedTuple

for _name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(_name, "1")

import numpy as np

from blackjack.analysis.chances import dealer_ends
from blackjack.analysis.ends import BLACKJACK, BUST
from blackjack.analysis.play import BestByCards, Played
from blackjack.analysis.split_hands import SplitHands
from blackjack.analysis.spread import Spread, compute_spread, split_spread
from blackjack.analysis.stock import VALUES, Floats, Ints, Stock
from blackjack.analysis.table import AnalysisTable
from blackjack.analysis.upcard import DOUBLE, HIT, STAND, Upcard
from blackjack.presets import rules_from

Final = tuple[tuple[int, ...], int, int]
"""Cards of a split hand except the first, by value; its bet; its total, 0 if bust."""

RULE_SETS: Mapping[str, Mapping[str, Any]] = {
    "6 decks": {},
    "2 decks": {"decks": 2},
    "1 deck": {"decks": 1},
    "1 deck, double 9-11, aces not hit": {"decks": 1, "double_on": "9-11", "hit_split_aces": False},
    "1 deck, inverted": {"decks": 1, "inverted": True, "surrender": "none"},
}

_CHUNK = 50_000
_ENDS = np.arange(BLACKJACK + 1)


class Finals(NamedTuple):
    """Final hands as arrays: cards (n, 10), bets, totals, and the number of orders of each."""

    cards: Ints
    bet: Ints
    total: Ints
    orders: Floats

    def results(self, rows: Ints) -> Ints:
        """Return the net results (n, 24) by the dealer's end, without refunds after a peek."""
        total, bet = self.total[rows, None], self.bet[rows, None]
        wins = (total > 0) & ((_ENDS == BUST) | (total > _ENDS))
        found: Ints = np.where(wins, bet, np.where((total > 0) & (total == _ENDS), 0, -bet))
        return found


def list_finals(played: Played, split: SplitHands) -> Finals:
    """Return all final hands of a pair."""
    upcard, ways = played.upcard, Counter[Final]()
    hands, actions = upcard.table.hands, played.split_actions(split)
    open_: Counter[tuple[tuple[int, ...], int, int]] = Counter()
    for second, hand in enumerate(split.first.tolist()):
        open_[_with((0,) * VALUES, second), hand, int(actions[second])] += 1
    while open_:
        (cards, hand, action), orders = open_.popitem()
        if hand == len(hands) or action == STAND:
            ways[cards, 1, 0 if hand == len(hands) else int(hands.total[hand])] += orders
            continue
        for drawn, after in enumerate(hands.child[hand].tolist()):
            now = _with(cards, drawn)
            total = 0 if after == len(hands) else int(hands.total[after])
            if action == DOUBLE:
                ways[now, 2, total] += orders
            else:
                goes_on = total > 0 and bool(played.policy.hits[after])
                open_[now, after, HIT if goes_on else STAND] += orders
    columns = [np.array(column) for column in zip(*ways, strict=True)]
    return Finals(columns[0], columns[1], columns[2], np.array(list(ways.values()), dtype=float))


def _with(cards: tuple[int, ...], value: int) -> tuple[int, ...]:
    return (*cards[:value], cards[value] + 1, *cards[value + 1 :])


def enumerate_together(played: Played, split: SplitHands) -> Spread:
    """Return the spread of a pair split once, with the final cards of both hands enumerated together."""
    final, upcard, value = list_finals(played, split), played.upcard, split.pair.value
    found = Spread(float)
    for one, other, cards, chance in _together(final, upcard, value):
        cards[:, value] += 2
        stock = upcard.table.stock
        ends = chance[:, None] * dealer_ends(upcard.table.rules, stock, upcard.upcard, cards)
        net = final.results(one) + final.results(other)
        net[:, BLACKJACK] = -1
        for result in np.unique(net):
            found[float(result)] += float(ends[net == result].sum())
    return found


def _together(
    final: Finals, upcard: Upcard, value: int
) -> Iterator[tuple[Ints, Ints, Ints, Floats]]:
    """Yield pairs of final hands, their cards, and their joint probability."""
    left = upcard.table.stock.without(upcard.upcard, value, value)
    most = 2 * int(final.cards.sum(1).max()) + 1
    ways = np.array([[_falling(count, size) for size in range(most)] for count in left])
    of_any = np.array([_falling(float(left.sum()), size) for size in range(most)])
    rows, columns = np.triu_indices(len(final.bet))
    for start in range(0, len(rows), _CHUNK):
        one, other = rows[start : start + _CHUNK], columns[start : start + _CHUNK]
        cards = final.cards[one] + final.cards[other]
        chance = final.orders[one] * final.orders[other] * np.where(one == other, 1, 2)
        chance = chance * ways[np.arange(VALUES), cards].prod(1) / of_any[cards.sum(1)]
        may = chance > 0
        if may.any():
            yield one[may], other[may], cards[may], chance[may]


def _falling(number: float, factors: int) -> float:
    return prod(max(number - k, 0.0) for k in range(factors))


class Found(NamedTuple):
    """Standard deviations as computed and as enumerated.

    `chance` is the largest difference of a net result's probability, `mean` that of a split's mean.
    """

    computed: float
    counted: float
    chance: float
    mean: float


def measure_rules(given: Mapping[str, Any]) -> Found:
    """Compute and enumerate a rule set whose pairs are split once."""
    rules = rules_from({**given, "max_splits": 1, "max_ace_splits": 1})
    table = AnalysisTable(rules, Stock.from_rules(rules))
    computed, counted = Spread(float), Spread(float)
    worst = 0.0
    for upcard in (Upcard(table, place) for place in range(VALUES)):
        played = Played(upcard, BestByCards(upcard))
        _add(computed, compute_spread(played), upcard.chance)
        _add(counted, compute_spread(played), upcard.chance)
        for kind in (one for kinds in played.splits.values() for one in kinds if one.is_split):
            exact = enumerate_together(played, kind.hands)
            _add(counted, split_spread(played, kind), -upcard.chance)
            _add(counted, exact, upcard.chance * kind.pair.chance)
            worst = max(worst, abs(_mean(exact) - kind.worth.net))
    off = max(abs(computed[net] - counted[net]) for net in {*computed, *counted})
    return Found(_deviation(computed), _deviation(counted), off, worst)


def _add(to: Spread, spread: Mapping[float, float], times: float) -> None:
    for net, chance in spread.items():
        to[net] += times * chance


def _mean(spread: Mapping[float, float]) -> float:
    return sum(net * chance for net, chance in spread.items())


def _deviation(spread: Mapping[float, float]) -> float:
    return sqrt(sum(net**2 * chance for net, chance in spread.items()) - _mean(spread) ** 2)


def main() -> None:
    """Enumerate every rule set and print the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", metavar="WORDS", default="", help="rule sets named so")
    words = parser.parse_args().only
    print("| rules | computed | counted | difference | a chance, at most | means of splits |")
    print("|---|--:|--:|--:|--:|--:|")
    for name in (name for name in RULE_SETS if words in name):
        found = measure_rules(RULE_SETS[name])
        print(
            f"| {name} | {found.computed:.7f} | {found.counted:.7f} | {found.computed - found.counted:.7f} |"
            f" {found.chance:.7f} | {found.mean:.0e} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
