"""Cost of a round limit, in return, at the table's maximum bet.

A limit of n bets allows fewer hands per split, and leaves no money for some doubles. Each pair is
played in the best way under the limit: not split, or split to fewer hands that are doubled as long
as money is left.
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


class RoundLimitCost(NamedTuple):
    """Cost of a limit in units of the bet: the estimate `cost`, and the bounds `least` and `most`.

    `least` assumes that every hand can be doubled. `most` allows only splits whose hands are either
    all doubled as wanted or not doubled at all.
    """

    cost: float
    least: float
    most: float


def round_limit_cost(rules: Rules, best: list[Played], limit: Fraction) -> RoundLimitCost:
    """Return what a limit of `limit` bets costs `best` play; a fraction of a bet is rounded down."""
    bets = int(limit)
    if bets <= 1:
        cost = _without_more_money(rules, best)
        return RoundLimitCost(cost, cost, cost)
    found: Floats = np.zeros(len(RoundLimitCost._fields))
    for played in best:
        hands = range(2, min(bets, 1 + max(rules.max_splits, rules.max_ace_splits)) + 1)
        fewer = {count: _split_to(played.upcard, count) for count in hands}
        for value, kinds in played.splits.items():
            for place, kind in enumerate(kinds):
                options = {count: (one, one.splits[value][place]) for count, one in fewer.items()}
                chance = played.upcard.chance * kind.pair.chance
                found = found + chance * np.array(_cost(played, kind, options, bets))
    cost, least, most = found.clip(min=0).tolist()
    # With two bets a split leaves no money for a double, so the estimate is exact.
    return RoundLimitCost(cost, cost, cost) if bets == _TWO else RoundLimitCost(cost, least, most)


def _without_more_money(rules: Rules, best: list[Played]) -> float:
    """Return the cost of having no money beyond the bet."""
    changed = replace(rules, max_splits=0, max_ace_splits=0, double_on="never")
    table = AnalysisTable(changed, Stock.from_rules(changed))
    cost = 0.0
    for played in best:
        upcard = Upcard(table, played.upcard.upcard)
        left = Played(upcard, BestByCards(upcard)).worth.net
        cost += table.sign * upcard.chance * (played.worth.net - left)
    return cost


def _split_to(upcard: Upcard, hands: int) -> Played:
    """Return best play where a pair may become at most `hands` hands."""
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
) -> RoundLimitCost:
    """Return the cost for one deal of this pair; `options` are its splits by maximum number of hands."""
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
    return RoundLimitCost(now - max(nearly), now - max(freely), now - max(surely))


def _doubles_lost(played: Played, split: SplitPair, bets: int) -> float:
    """Return the expected loss from doubles beyond the limit; the hands of a split are taken as independent."""
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
