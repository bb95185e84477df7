"""Effects of removal: linear estimate of the return from the cards that have left the shoe.

The play is fixed to the best play of the fresh shoe, so the mean over all shoes is the fresh shoe's
return. The gain from adapting the play to the remaining cards is not included.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

from blackjack.analysis.play import BestByCards, Played, Worth
from blackjack.analysis.split_hands import SplitHands
from blackjack.analysis.stock import TEN, VALUES, Flags, Ints, Stock
from blackjack.analysis.table import AnalysisTable
from blackjack.analysis.upcard import Upcard
from blackjack.rules import Rules
from blackjack.shoe import Shoe

COMPOSITIONS = 12
"""Number of dealt-down shoes computed exactly to measure the error of the linear estimate."""

_DEEPEST = 0.75
"""Maximum share of a shoe without a cut card that is dealt down for `COMPOSITIONS`."""

_SEED = "effects of removal"

Progress = Callable[[float], None]


@dataclass(frozen=True, slots=True)
class Effects:
    """Effects of removal of one rule set, per unit of the bet.

    `rtp` is the return of the fresh shoe, `by_value` its change when one card of a value is
    removed, ace first. `cards` is the size of the fresh shoe, 0 if every bet is placed on a fresh
    or infinite one. `error` is the root mean square of the linear estimate's error in shoes dealt
    down at random, `bias` the mean error (estimate minus exact).
    """

    rtp: float
    by_value: tuple[float, ...]
    cards: int
    error: float = 0.0
    bias: float = 0.0

    def expectation(self, gone: Sequence[int]) -> float:
        """Return the expected return of a unit when `gone` cards of each value, ace first, are out of the shoe."""
        left = self.cards - sum(gone)
        if not self.cards or left <= 0:
            return self.rtp
        removed = sum(count * one for count, one in zip(gone, self.by_value, strict=True))
        return self.rtp + removed * (self.cards - 1) / left

    def to_dict(self) -> dict[str, Any]:
        """Return all fields, ready for JSON."""
        return {
            "rtp": self.rtp,
            "by_value": list(self.by_value),
            "cards": self.cards,
            "error": self.error,
            "bias": self.bias,
        }

    @classmethod
    def from_dict(cls, given: Mapping[str, Any]) -> Effects:
        """Return the effects written by `to_dict`."""
        return cls(**{**given, "by_value": tuple(given["by_value"])})


def compute_effects(rules: Rules, progress: Progress = lambda _share: None) -> Effects:
    """Return the effects of removal under these rules, with the error measured in `COMPOSITIONS` shoes dealt down.

    `progress` is called with the share done.
    """
    kept = _Kept(rules)
    if rules.finite_decks is None or rules.reshuffle == "every_round":
        return Effects(kept.rtp(kept.stock), (0.0,) * VALUES, 0)
    steps = 1 + VALUES + COMPOSITIONS
    fresh = kept.rtp(kept.stock)
    progress(1 / steps)
    by_value = []
    for value in range(VALUES):
        gone = Counter([value])
        by_value.append(float(kept.rtp(_without(kept.stock, gone)) - fresh))
        progress((2 + value) / steps)
    found = Effects(fresh, tuple(by_value), kept.stock.size)
    off = []
    for gone in _dealt_down(rules):
        estimate = found.expectation([gone[value] for value in range(VALUES)])
        off.append(estimate - kept.rtp(_without(kept.stock, gone)))
        progress((1 + VALUES + len(off)) / steps)
    if not off:
        return found
    error = sqrt(sum(one**2 for one in off) / len(off))
    return Effects(fresh, found.by_value, found.cards, error, sum(off) / len(off))


def compute_returns(rules: Rules, gone: Sequence[Mapping[int, int]]) -> list[float]:
    """Return the RTP of the fresh shoe's best play in shoes without these cards: numbers by value, the ace's is 0.

    A shoe without any of them missing is an empty mapping. Quicker than `compute_effects` if few shoes are asked for.
    """
    kept = _Kept(rules)
    return [kept.rtp(_without(kept.stock, one)) for one in gone]


def _dealt_down(rules: Rules) -> Iterator[Counter[int]]:
    """Yield the cards gone, by value, from shoes dealt down at random to depths spread up to the cut card."""
    size = (rules.finite_decks or 1) * 52
    deepest = rules.cut_card or int(size * _DEEPEST)
    for number in range(COMPOSITIONS):
        depth = max(1, round(deepest * (number + 0.5) / COMPOSITIONS))
        dealt = Shoe(_SEED, rules.finite_decks).begin(_SEED, number).first(depth)
        yield Counter(card.value - 1 for card in dealt)


def _without(stock: Stock, gone: Mapping[int, int]) -> Stock:
    """Return the shoe without these cards, given by value; tens are taken from their four ranks in turn."""
    ranks = list(stock.ranks)
    for value, count in gone.items():
        for k in range(count):
            ranks[value + (k % (len(ranks) - TEN) if value == TEN else 0)] -= 1
    return Stock(tuple(ranks))


class _Kept:
    """Best play of the fresh shoe, applied to other shoes."""

    def __init__(self, rules: Rules) -> None:
        self.rules, self.stock = rules, Stock.from_rules(rules)
        table = AnalysisTable(rules, self.stock)
        self.policies = [_Policy(Upcard(table, value)) for value in range(VALUES)]

    def rtp(self, stock: Stock) -> float:
        """Return the RTP of this play with these cards."""
        table = AnalysisTable(self.rules, stock)
        return 1 + table.sign * float(sum(self._worth(table, value) for value in range(VALUES)))

    def _worth(self, table: AnalysisTable, value: int) -> float:
        if not table.stock.counts[value]:
            return 0.0
        upcard, policy = Upcard(table, value), self.policies[value]
        # Split positions are built only from hands in `may_hit`: add those that this policy hits.
        upcard.may_hit = upcard.may_hit | policy.may_hit
        return upcard.chance * _PlayedSo(upcard, policy).worth.net


class _Policy:
    """Best play behind one upcard of the fresh shoe."""

    def __init__(self, upcard: Upcard) -> None:
        best = BestByCards(upcard)
        self.hits: Flags = best.hits
        self.may_hit = upcard.may_hit
        self._first = {
            (doubles, surrenders): best.first(doubles=doubles, surrenders=surrenders)
            for doubles in (False, True)
            for surrenders in (False, True)
        }
        splits = Played(upcard, best).splits
        self.splits = {value for value, kinds in splits.items() if any(k.is_split for k in kinds)}

    def first(self, *, doubles: bool, surrenders: bool) -> Ints:
        """Return the action (10, 10) for each two-card hand."""
        return self._first[doubles, surrenders].copy()


class _PlayedSo(Played):
    """Play that splits the pairs named by its policy, regardless of what splitting is worth with these cards."""

    policy: _Policy

    def _with_split(self, total: Worth, hands: SplitHands, kept: Worth) -> Worth:
        if hands.pair.value not in self.policy.splits:
            return total
        split, chance = self.split(hands), hands.pair.chance
        net = total.net + chance * (split.net - kept.net)
        return Worth(net, total.staked + chance * (split.staked - kept.staked))
