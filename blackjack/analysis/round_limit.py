"""What a limit of a round takes from the return at a table's greatest bet.

A limit of so many bets leaves fewer hands to a split, and not every hand that wants to be doubled its money. Each pair is
played as is best under the limit: not split, or split to fewer hands, its hands doubled as long as money is left.
"""

from collections.abc import Mapping
from copy import copy
from dataclasses import replace
from fractions import Fraction
from math import comb
from typing import NamedTuple

import numpy as np

from blackjack.analysis.play import BestByCards, Played, SplitPair
from blackjack.analysis.stock import Floats, Stock
from blackjack.analysis.table import AnalysisTable
from blackjack.analysis.upcard import DOUBLE, HIT, STAND, Upcard
from blackjack.rules import Rules

_TWO = 2


class Limited(NamedTuple):
    """What a limit costs in units of the bet, nearly; what it costs at `least`, and at `most`.

    At least: as if every hand could be doubled. At most: the best of splits whose hands are all doubled as they want, or
    none of them.
    """

    cost: float
    least: float
    most: float


def round_limit_cost(rules: Rules, best: list[Played], limit: Fraction) -> Limited:
    """Return what a limit of so many bets takes from the return of the `best` play; what is left of a bet counts as none."""
    bets = int(limit)
    if bets <= 1:
        cost = _without_more_money(rules, best)
        return Limited(cost, cost, cost)
    found: Floats = np.zeros(len(Limited._fields))
    for played in best:
        hands = range(2, min(bets, 1 + max(rules.max_splits, rules.max_ace_splits)) + 1)
        fewer = {count: _split_to(played.upcard, count) for count in hands}
        for value, kinds in played.splits.items():
            for place, kind in enumerate(kinds):
                options = {count: (one, one.splits[value][place]) for count, one in fewer.items()}
                chance = played.upcard.chance * kind.pair.chance
                found = found + chance * np.array(_cost(played, kind, options, bets))
    cost, least, most = found.clip(min=0).tolist()
    # With two bets there is nothing left for a double once a pair is split, so the hands need not be counted together.
    return Limited(cost, cost, cost) if bets == _TWO else Limited(cost, least, most)


def _without_more_money(rules: Rules, best: list[Played]) -> float:
    """Return what it costs to have money for nothing but the bet."""
    changed = replace(rules, max_splits=0, max_ace_splits=0, double_on="never")
    table = AnalysisTable(changed, Stock.of(changed))
    cost = 0.0
    for played in best:
        upcard = Upcard(table, played.upcard.upcard)
        left = Played(upcard, BestByCards(upcard)).worth.net
        cost += table.sign * upcard.chance * (played.worth.net - left)
    return cost


def _split_to(upcard: Upcard, hands: int) -> Played:
    """Return best play where a pair may become so many hands at most."""
    rules = upcard.table.rules
    changed = copy(upcard)
    changed.table = replace(
        upcard.table,
        rules=replace(
            rules,
            max_splits=min(rules.max_splits, hands - 1),
            max_ace_splits=min(rules.max_ace_splits, hands - 1),
        ),
    )
    changed.__dict__.pop("splits", None)
    return Played(changed, BestByCards(changed))


def _cost(
    played: Played, kind: SplitPair, options: Mapping[int, tuple[Played, SplitPair]], bets: int
) -> Limited:
    """Return what this pair costs, dealt once; `options` are its splits by the most hands that they may come to."""
    sign, value = played.upcard.table.sign, kind.pair.value
    kept = sign * float(played.results[played.actions[value, value], value, value])
    nearly, surely, freely = [kept], [kept], [kept]
    for hands, (one, split) in options.items():
        worth = sign * split.worth.net
        without = worth - _doubles_lost(one, split, 0)
        nearly += [without, worth - _doubles_lost(one, split, bets)]
        surely += [without, *([worth] if 2 * hands <= bets else [])]
        freely.append(worth)
    now = max(kept, sign * kind.worth.net)
    return Limited(now - max(nearly), now - max(freely), now - max(surely))


def _doubles_lost(played: Played, split: SplitPair, bets: int) -> float:
    """Return what is lost where a split's hands want more doubles than so many bets leave them, each as likely as any."""
    hands = split.hands
    doubled = played.split_actions(hands) == DOUBLE
    chance = played.upcard.splits.positions.chance[hands.at]
    often = float(chance[doubled].sum() / chance.sum())
    if often <= 0:
        return 0.0
    sign, results = played.upcard.table.sign, played.split_results(hands)[:, doubled]
    other = np.maximum(sign * results[STAND], sign * results[HIT])
    gain = float((sign * results[DOUBLE] - other).sum() / chance[doubled].sum())
    missing = 0.0
    for count, likely in enumerate(split.pair.splitting.hand_counts()):
        left = max(bets - count, 0)
        missing += float(likely) * sum(
            (wanted - left) * comb(count, wanted) * often**wanted * (1 - often) ** (count - wanted)
            for wanted in range(left + 1, count + 1)
        )
    return missing * gain
