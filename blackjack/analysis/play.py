"""Expected value of a playing policy behind one upcard."""

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from blackjack.analysis.split_hands import Pair, SplitHands
from blackjack.analysis.stock import ACE, TEN, VALUES, Flags, Floats, Ints
from blackjack.analysis.upcard import DOUBLE, HIT, STAND, SURRENDER, Upcard


class Policy(Protocol):
    """A playing policy behind one upcard; `Played` decides splits."""

    @property
    def hits(self) -> Flags:
        """Mask (H,) of hands that are hit when only hit and stand are available."""

    def first(self, *, doubles: bool, surrenders: bool) -> Ints:
        """Return the action (10, 10) for each two-card hand, given what is offered beside hit and stand."""


@dataclass(frozen=True, slots=True)
class Worth:
    """Expected values per unit of the bet: the net result, and all money staked."""

    net: float
    staked: float


@dataclass(frozen=True, slots=True)
class SplitPair:
    """Hands of a pair, the value of splitting it, and whether it `is_split`."""

    hands: SplitHands
    worth: Worth
    is_split: bool

    @property
    def pair(self) -> Pair:
        return self.hands.pair


class BestByCards:
    """Composition-dependent best play, the play of `rtp`."""

    def __init__(self, upcard: Upcard) -> None:
        self.upcard = upcard
        self.hits: Flags = upcard.better_hit

    def first(self, *, doubles: bool, surrenders: bool) -> Ints:
        """Return the best action (10, 10) for each two-card hand."""
        worth = self.upcard.table.sign * self.upcard.results
        offered = [STAND, HIT, *([DOUBLE] if doubles else []), *([SURRENDER] if surrenders else [])]
        found: Ints = np.array(offered)[worth[offered].argmax(0)]
        return found


class Played:
    """A policy played behind an upcard: the total `worth`, and its parts.

    `actions` (10, 10) are the first actions with two cards by value, `results` (4, 10, 10) the net
    results of all first actions.
    """

    def __init__(self, upcard: Upcard, policy: Policy) -> None:
        self.upcard, self.policy = upcard, policy
        self.hit = upcard.main.hit(upcard.main.follow(policy.hits))
        self.actions = policy.first(doubles=True, surrenders=True)
        self.results = upcard.offered(self.hit)
        split = upcard.splits.positions
        self.split_hit = split.hit(split.follow(policy.hits[split.hand]))
        self.splits: dict[int, list[SplitPair]] = {value: [] for value in range(VALUES)}
        self.worth = self._deal()

    def _deal(self) -> Worth:
        upcard, chance = self.upcard, self.upcard.dealt
        net = np.take_along_axis(self.results, self.actions[None], axis=0)[0]
        staked = 1 + np.where(self.actions == DOUBLE, self._money_placed(1.0, upcard.blackjack), 0)
        if upcard.table.rules.naturals:
            net[ACE, TEN], staked[ACE, TEN] = upcard.natural, 1.0
        total = Worth(float((chance * net).sum()), float((chance * staked).sum()))
        for hands in upcard.splits.hands:
            value = hands.pair.value
            total = self._with_split(total, hands, Worth(net[value, value], staked[value, value]))
        return total

    def _with_split(self, total: Worth, hands: SplitHands, kept: Worth) -> Worth:
        split, sign = self.split(hands), self.upcard.table.sign
        better = bool(sign * split.net > sign * kept.net)
        self.splits[hands.pair.value].append(SplitPair(hands, split, better))
        if not better:
            return total
        chance = hands.pair.chance
        net = total.net + chance * (split.net - kept.net)
        return Worth(net, total.staked + chance * (split.staked - kept.staked))

    def _money_placed(self, chance: Floats | float, blackjack: Floats) -> Floats:
        """Return the probability that the added money of an action chosen with this probability is placed."""
        placed: Floats = chance - (blackjack if self.upcard.refund.unplaced else 0 * blackjack)
        return placed

    def split(self, hands: SplitHands) -> Worth:
        """Return the expected value of splitting this pair, over all its hands, per unit of the original bet."""
        positions, at = self.upcard.splits.positions, hands.at
        actions = self.split_actions(hands)
        net = np.take_along_axis(self.split_results(hands), actions[None], axis=0).sum()
        placed = self._money_placed(positions.chance[at], positions.blackjack[at])
        staked = positions.chance[at].sum() + placed[actions == DOUBLE].sum()
        back = hands.returned_hands()
        return Worth(
            float(net) + back, float(staked) - (back if self.upcard.refund.unplaced else 0)
        )

    def split_actions(self, hands: SplitHands) -> Ints:
        """Return the actions (10,) with the hands of a split, by their second card."""
        if hands.one_card:
            return np.full(VALUES, STAND)
        offered = {"doubles": hands.may_double, "surrenders": hands.surrender is not None}
        found: Ints = self.policy.first(**offered)[hands.pair.value]
        if hands.naturals:
            found[ACE] = STAND
        return found

    def split_results(self, hands: SplitHands) -> Floats:
        """Return the net results (4, 10) of the hands of a split, summed, by first action and second card.

        If an unpeeked blackjack takes the original bet only, every hand counts as lost to it here,
        and `split` adds the refunds of all hands but one. A leftmost natural pushes without a
        refund, so it is better by its bet. A late-surrendered hand gets no refund, so it is worse
        by its bet unless it is the leftmost.
        """
        positions, at = self.upcard.splits.positions, hands.at
        chance, blackjack = positions.chance[at], positions.blackjack[at]
        found = np.stack(
            [
                positions.returned[at] - chance,
                self.split_hit[at] - chance,
                positions.double_returns(at),
                positions.surrender_returns(hands.surrender or "late", at),
            ]
        )
        comes_back = self.upcard.refund.splits and not self.upcard.refund.unplaced
        leftmost = hands.leftmost() if comes_back else np.zeros(VALUES)
        if comes_back and hands.surrender == "late":
            found[SURRENDER] -= blackjack - leftmost
        if hands.naturals:
            taken = float(blackjack[ACE]) if self.upcard.refund.splits else 0.0
            paid = self.upcard.paid_natural(float(chance[ACE] - blackjack[ACE]))
            found[:, ACE] = paid - taken + leftmost[ACE]
        return found
