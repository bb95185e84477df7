"""Shoes to be copied many times, chosen so that luck averages out."""

from __future__ import annotations

from bisect import bisect_left, insort

from blackjack.rules import Rules
from tools.history.manners import Habits
from tools.history.private_shoes import PrivateShoe, common_seeds
from tools.history.shoe_rows import ShoeRows, make_dice


def play_fair_shoes(
    rules: Rules, stake: int, count: int, habits: Habits, rtp: float, seed: int
) -> ShoeRows:
    """Play shoes of a player who knows the best decisions, with nearly the expected return.

    Of twice as many shoes, those are chosen whose total win is closest to the expectation: they are
    copied many times, and the luck of a few would not average out.
    """
    candidates, luck = [], []
    for number in range(2 * count):
        one = ShoeRows()
        player = PrivateShoe(one, number, rules, stake, make_dice(f"{seed}:{number}"), habits)
        player.play(common_seeds(number))
        candidates.append(one)
        luck.append(player.luck - player.first * (rtp - 1))
    chosen = _balanced(luck, count)
    made = ShoeRows()
    for number, place in enumerate(chosen):
        made.add(candidates[place], number)
    return made


def _balanced(luck: list[float], count: int) -> list[int]:
    """Choose `count` positions whose sum is near 0, by repeated best exchanges until none helps much."""
    chosen, rest = list(range(count)), sorted(range(count, len(luck)), key=luck.__getitem__)
    total = sum(luck[place] for place in chosen)
    while True:
        values = [luck[place] for place in rest]
        after, one, other = min(
            (abs(total - luck[place] + values[near]), one, near)
            for one, place in enumerate(chosen)
            for near in _nearest(values, luck[place] - total)
        )
        if after > abs(total) - 1:
            return chosen
        total += values[other] - luck[chosen[one]]
        given = chosen[one]
        chosen[one] = rest.pop(other)
        insort(rest, given, key=luck.__getitem__)


def _nearest(values: list[float], wanted: float) -> range:
    """Return the positions on both sides of `wanted` among sorted values."""
    place = bisect_left(values, wanted)
    return range(max(place - 1, 0), min(place + 1, len(values)))
