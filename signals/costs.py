"""What a player's bets cost the house by the count, and what a highest bet or an earlier cut would change."""

from collections.abc import Mapping
from enum import StrEnum
from math import floor
from typing import Final, NamedTuple

import numpy as np

from signals.columns import DECK, UNITS, Deals, Floats, History
from signals.rows import keep_counted
from signals.statistics.intervals import Interval, estimate_ratio
from signals.worths import CountWorth

_HUNDRED: Final = 100
_CUTS: Final = (0.8, 0.7, 0.6, 0.5, 0.4, 0.3)
_NEAREST_CUT: Final = 0.1
"""A cut nearer to the present one changes too little to be shown."""
_CUTS_SHOWN: Final = 2
_LIMITS: Final = (0.5, 0.25)  # of the highest bet


class Change(StrEnum):
    """What the house would change. `LIMIT_EVEN` is the highest bet with which it breaks even."""

    NONE = "none"
    LIMIT = "limit"
    LIMIT_EVEN = "limit_even"
    CUT = "cut"


class CostLine(NamedTuple):
    """Cost in USD per 100 rounds with its 95 % interval over shoes, under a change; negative: the house wins.

    `value` is the highest bet in USD, the share of the shoe dealt before the cut, or 0 without a change. `rounds` and
    `highest` (USD) are the bets that are left.
    """

    change: Change
    value: float
    rounds: int
    highest: float
    cost: Interval


def find_worths(history: History) -> dict[int, CountWorth] | None:
    """Return the worth of a round by place of its rules; None unless all are known."""
    found = {}
    for place in np.unique(history.deals.rules).tolist():
        worth = history.worth_of(history.rules[place])
        if worth is None:
            return None
        found[place] = worth
    return found


def estimate_cost(deals: Deals, worths: Mapping[int, CountWorth], stakes: Floats) -> Interval:
    """Return Σ stake·v(TC) in USD per 100 rounds, with a 95 % interval over shoes. `stakes` are USD, one for each deal."""
    return estimate_ratio(
        stakes * _worth_of_deals(deals, worths) * _HUNDRED, deals.played.astype(float), deals.shoe
    )


def estimate_changes(history: History) -> list[CostLine]:
    """Return the cost as it is, then with a highest bet and with an earlier cut. Empty if no deal counts.

    A highest bet lowers the bets above it. A cut leaves out the deals that began behind it, the player's other bets stay as
    they are: a player who notices may play otherwise.
    """
    counted = keep_counted(history)
    deals, worths = counted.deals, find_worths(counted)
    if worths is None or not deals.played.any():
        return []
    stakes = deals.stake / UNITS
    even = find_even_limit(stakes, _worth_of_deals(deals, worths))
    limits = [(Change.LIMIT, one) for one in _choose_limits(stakes) if one != even]
    limits += [] if even is None else [(Change.LIMIT_EVEN, even)]
    dealt = _share_dealt(counted)
    kept = [(cut, dealt < cut) for cut in _choose_cuts(counted)]
    return [
        _line(Change.NONE, 0.0, deals, worths, stakes),
        *(_line(one, limit, deals, worths, np.minimum(stakes, limit)) for one, limit in limits),
        *(
            _line(Change.CUT, cut, deals.take(chosen), worths, stakes[chosen])
            for cut, chosen in kept
            if deals.played[chosen].any()
        ),
    ]


def find_even_limit(stakes: Floats, worths: Floats) -> float | None:
    """Return the highest bet (USD) with which Σ min(stake, limit)·worth is at most 0, in whole dollars if it can be.

    None without one, and if the bets cost the house nothing as they are. The sum is linear between two stakes.
    """
    order = np.argsort(stakes, kind="stable")
    sorted_stakes, sorted_worths = stakes[order], worths[order]
    above = sorted_worths.sum() - np.cumsum(sorted_worths)  # worth of the bets over each stake
    sums = np.cumsum(sorted_stakes * sorted_worths) + sorted_stakes * above
    even = np.flatnonzero((sums <= 0) & (sorted_stakes > 0))
    if not len(even) or sums[-1] <= 0:
        return None
    last = int(even[-1])
    crossing = float(sorted_stakes[last] - sums[last] / above[last])
    return max(float(floor(crossing)), float(sorted_stakes[last]))


def _line(
    change: Change, value: float, deals: Deals, worths: Mapping[int, CountWorth], stakes: Floats
) -> CostLine:
    cost = estimate_cost(deals, worths, stakes)
    return CostLine(change, value, int(deals.played.sum()), float(stakes.max(initial=0.0)), cost)


def _worth_of_deals(deals: Deals, worths: Mapping[int, CountWorth]) -> Floats:
    base = np.array([worths[place].base for place in deals.rules.tolist()])
    slope = np.array([worths[place].slope for place in deals.rules.tolist()])
    found: Floats = base + slope * deals.true_count
    return found


def _choose_limits(stakes: Floats) -> list[float]:
    """Parts of the highest bet in whole dollars, above the lowest one."""
    highest, lowest = float(stakes.max()), float(stakes[stakes > 0].min())
    limits = dict.fromkeys(float(round(highest * part)) for part in _LIMITS)
    return [one for one in limits if lowest <= one < highest and one > 0]


def _choose_cuts(history: History) -> list[float]:
    places = np.unique(history.deals.rules).tolist()
    latest = max(history.rules[place].penetration for place in places)
    return [one for one in _CUTS if one <= latest - _NEAREST_CUT + 1e-9][:_CUTS_SHOWN]


def _share_dealt(history: History) -> Floats:
    """Share of the shoe dealt before each deal."""
    sizes = np.array([(rules.finite_decks or 1) * DECK for rules in history.rules])
    share: Floats = 1 - history.deals.left / sizes[history.deals.rules]
    return share
