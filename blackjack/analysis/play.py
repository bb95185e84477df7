"""The worth of a way of playing behind one upcard."""

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from blackjack.analysis.split_hands import Pair, SplitHands
from blackjack.analysis.stock import ACE, TEN, VALUES, Flags, Floats, Ints
from blackjack.analysis.upcard import DOUBLE, HIT, STAND, SURRENDER, Upcard


class Policy(Protocol):
    """A way of playing behind one upcard; splits are for `Played` to decide."""

    @property
    def hits(self) -> Flags:
        """Hands (H,) that are hit when hitting and standing is all there is."""

    def first(self, *, doubles: bool, surrenders: bool) -> Ints:
        """The action (10, 10) with each two cards, given what is offered beside hitting and standing."""


@dataclass(frozen=True, slots=True)
class Worth:
    """Mean results per unit of the bet: the net result, and all money put in."""

    net: float
    staked: float


@dataclass(frozen=True, slots=True)
class SplitPair:
    """The hands of a pair, the worth of splitting it, and whether it `is_split`."""

    hands: SplitHands
    worth: Worth
    is_split: bool

    @property
    def pair(self) -> Pair:
        return self.hands.pair


class BestByCards:
    """The best play that sees every card of the hand: the one that `rtp` means."""

    def __init__(self, upcard: Upcard) -> None:
        self.upcard = upcard
        self.hits: Flags = upcard.better_hit

    def first(self, *, doubles: bool, surrenders: bool) -> Ints:
        """Return the best action with each two cards."""
        worth = self.upcard.table.sign * self.upcard.results
        offered = [STAND, HIT, *([DOUBLE] if doubles else []), *([SURRENDER] if surrenders else [])]
        found: Ints = np.array(offered)[worth[offered].argmax(0)]
        return found


class Played:
    """A policy, played behind an upcard: `worth` in all, and what it is made of.

    `actions` (10, 10) are the first ones with two cards by their values, `results` (4, 10, 10) what each of them wins.
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
        """Return how often money is put in by an action that is chosen with this chance."""
        placed: Floats = chance - (blackjack if self.upcard.refund.unplaced else 0 * blackjack)
        return placed

    def split(self, hands: SplitHands) -> Worth:
        """Return what splitting this pair is worth, the bets of all hands in units of one."""
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
        """Return the actions (10,) with the hands of a split by their second card."""
        if hands.one_card:
            return np.full(VALUES, STAND)
        offered = {"doubles": hands.may_double, "surrenders": hands.surrender is not None}
        found: Ints = self.policy.first(**offered)[hands.pair.value]
        if hands.naturals:
            found[ACE] = STAND
        return found

    def split_results(self, hands: SplitHands) -> Floats:
        """Return the net results (4, 10) of the hands of a split by first action and second card, added up.

        Where an unpeeked blackjack takes the original bet only, every hand counts as lost to it here and the bets of
        all but one come back elsewhere. So a leftmost natural, which pushes, is better than that by its bet; and a hand
        that was given up late, and has lost its bet before, is worse by it unless it is the leftmost.
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
