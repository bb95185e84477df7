"""How far the spread of splits is off: `python -m benchmarks.splits`.

The spread takes the hands of a split as independent once the dealer's end is known. Here all final cards of both hands of
pairs that are split once are counted together with the dealer's, for Lígalo's rules otherwise. The mean must be that of
the mathematics; the difference of the standard deviation is what the assumption costs.
"""

# ruff: noqa: E402 - how many threads numpy starts is settled before it is loaded

import argparse
import os
from collections import Counter, defaultdict
from collections.abc import Iterator
from math import prod, sqrt
from typing import NamedTuple

for _name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(_name, "1")

import numpy as np

from blackjack.analysis.ends import BLACKJACK, BUST, chances
from blackjack.analysis.play import BestByCards, Played
from blackjack.analysis.spread import Spread, _add_split, spread_of
from blackjack.analysis.stock import VALUES, Floats, Ints, Stock
from blackjack.analysis.table import Table
from blackjack.analysis.upcard import DOUBLE, HIT, STAND, Upcard
from blackjack.presets import rules_from

Final = tuple[tuple[int, ...], int, int]
"""The cards of a split hand but its first, by value; its bet; its total, 0 where it is bust."""

_CHUNK = 50_000
_ENDS = np.arange(BLACKJACK + 1)


class Finals(NamedTuple):
    """Final hands as arrays: cards (n, 10), bets, totals, and in how many orders each comes about."""

    cards: Ints
    bet: Ints
    total: Ints
    orders: Floats

    def results(self, rows: Ints) -> Ints:
        """Return the net results (n, 24) by the dealer's end; what a peek gives back is not in them."""
        total, bet = self.total[rows, None], self.bet[rows, None]
        wins = (total > 0) & ((_ENDS == BUST) | (total > _ENDS))
        found: Ints = np.where(wins, bet, np.where((total > 0) & (total == _ENDS), 0, -bet))
        return found


def finals(played: Played, value: int) -> Finals:
    """Return all final hands out of a pair of this value."""
    upcard, ways = played.upcard, Counter[Final]()
    hands, split = upcard.table.hands, upcard.split_hands(value)
    actions = np.full(VALUES, STAND) if split.one_card else played.split_actions(split)
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


def moments(played: Played, value: int) -> tuple[float, float]:
    """Return the mean of the net result of a split pair, and that of its square."""
    final, upcard = finals(played, value), played.upcard
    first = second = 0.0
    for one, other, cards, chance in _together(final, upcard, value):
        cards[:, value] += 2
        stock = upcard.table.stock
        ends = chance[:, None] * chances(upcard.table.rules, stock, upcard.upcard, cards)
        net = final.results(one) + final.results(other)
        net[:, BLACKJACK] = -1
        first += float((ends * net).sum())
        second += float((ends * net**2).sum())
    return first, second


def _together(
    final: Finals, upcard: Upcard, value: int
) -> Iterator[tuple[Ints, Ints, Ints, Floats]]:
    """Yield pairs of final hands, their cards, and the chance of both."""
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
        yield one[may], other[may], cards[may], chance[may]


def _falling(number: float, factors: int) -> float:
    return prod(max(number - k, 0.0) for k in range(factors))


def measured(decks: int) -> tuple[float, float, float]:
    """Return the standard deviation as computed and as counted, and the greatest difference of a split's mean."""
    rules = rules_from({"decks": decks, "max_splits": 1, "max_ace_splits": 1})
    table = Table(rules, Stock.of(rules))
    mean = square = off = worst = 0.0
    for upcard in (Upcard(table, place) for place in range(VALUES)):
        played = Played(upcard, BestByCards(upcard))
        mean += upcard.chance * played.worth.net
        square += upcard.chance * _square(spread_of(played))
        for kind in (one for kinds in played.splits.values() for one in kinds if one.is_split):
            first, second = moments(played, kind.pair.value)
            alone: Spread = defaultdict(float)
            _add_split(alone, played, kind)
            off += upcard.chance * (kind.pair.chance * second - _square(alone))
            worst = max(worst, abs(first - kind.worth.net))
    return sqrt(square - mean**2), sqrt(square + off - mean**2), worst


def _square(spread: Spread) -> float:
    return sum(net**2 * chance for net, chance in spread.items())


def main() -> None:
    """Count for one deck and for six, and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decks", type=int, nargs="+", default=[1, 6])
    for decks in parser.parse_args().decks:
        computed, counted, worst = measured(decks)
        print(
            f"{decks} decks: standard deviation computed {computed:.7f}, counted {counted:.7f},",
            end=" ",
        )
        print(
            f"difference {computed - counted:.7f}; means of splits differ by {worst:.0e} at most",
            flush=True,
        )


if __name__ == "__main__":
    main()
