"""What a way of playing is worth behind one upcard."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from blackjack.analysis.stock import ACE, TEN, VALUES, Flags, Floats, Ints
from blackjack.analysis.upcard import DOUBLE, HIT, STAND, SURRENDER, Pair, SplitHands, Upcard


class Policy(Protocol):
    """A way of playing behind one upcard; splits are for `Played` to decide."""

    @property
    def hits(self) -> Flags:
        """Hands (H,) that are hit when hitting and standing is all there is."""

    def first(self, *, doubles: bool, surrenders: bool) -> Ints:
        """Return the action (H,) with each hand of two cards, by what is offered beside hitting and standing."""


@dataclass(frozen=True, slots=True)
class Worth:
    """Mean results per unit of the bet: the net result, and all money put in."""

    net: float
    staked: float


@dataclass(frozen=True, slots=True)
class SplitPair:
    """A pair, what splitting it is worth, and whether it `is_split`."""

    pair: Pair
    worth: Worth
    is_split: bool


class BestByCards:
    """The best play that sees every card of the hand: the one that `rtp` means."""

    def __init__(self, upcard: Upcard) -> None:
        """Rank what is offered by its result."""
        self.upcard = upcard
        table, hands = upcard.table, len(upcard.table.hands)
        stand, hit = upcard.main.stand[0, :hands], upcard.hit[0, :hands]
        self.hits: Flags = ~table.over & (table.sign * hit > table.sign * stand)

    def first(self, *, doubles: bool, surrenders: bool) -> Ints:
        """Return the best action with each hand of two cards."""
        worth = self.upcard.table.sign * self.upcard.results
        offered = [STAND, HIT, *([DOUBLE] if doubles else []), *([SURRENDER] if surrenders else [])]
        found: Ints = np.array(offered)[worth[offered].argmax(0)]
        return found


class Played:
    """A policy, played behind an upcard: `worth` in all, and what it is made of."""

    def __init__(self, upcard: Upcard, policy: Policy) -> None:
        """Evaluate the policy, and split every pair that is worth more split."""
        self.upcard, self.policy = upcard, policy
        main = upcard.main
        self.hit = main.after_draw(main.played(policy.hits))
        self.actions = policy.first(doubles=True, surrenders=True)
        self.results = upcard.offered(main, self.hit)[:, 0]
        self.splits: dict[int, list[SplitPair]] = {}
        self.worth = self._deal()

    def _deal(self) -> Worth:
        upcard, two = self.upcard, self.upcard.table.hands.two
        chance = upcard.dealt.copy()
        net = np.zeros((VALUES, VALUES))
        staked = np.ones((VALUES, VALUES))
        hand = two.ravel()
        net[:] = self.results[self.actions[hand], hand].reshape(net.shape)
        staked[:] = self.staked(self.actions[hand], upcard.main.blackjack[0, hand]).reshape(
            net.shape
        )
        if upcard.table.rules.naturals:
            net[ACE, TEN], staked[ACE, TEN] = upcard.natural, 1.0
        total = Worth(float((chance * net).sum()), float((chance * staked).sum()))
        for value in range(VALUES):
            total = self._with_splits(total, value, Worth(net[value, value], staked[value, value]))
        return total

    def _with_splits(self, total: Worth, value: int, kept: Worth) -> Worth:
        found: list[SplitPair] = []
        sign = self.upcard.table.sign
        for pair in self.upcard.pairs(value):
            split = self.split(pair)
            better = bool(sign * split.net > sign * kept.net)
            found.append(SplitPair(pair, split, better))
            if better:
                net = total.net + pair.chance * (split.net - kept.net)
                total = Worth(net, total.staked + pair.chance * (split.staked - kept.staked))
        self.splits[value] = found
        return total

    def staked(self, actions: Ints, blackjack: Floats) -> Floats:
        """Return the money put in by first actions of hands with these chances of a dealer blackjack."""
        placed = 1 - blackjack if self.upcard.refund.unplaced else np.ones_like(blackjack)
        return 1 + np.where(actions == DOUBLE, placed, 0)

    def split(self, pair: Pair) -> Worth:
        """Return what splitting this pair is worth, the bets of all hands in units of one."""
        hands = self.upcard.split_hands(pair.value)
        weights = hands.chances(pair.splitting)
        net, staked = self.second_cards(hands)
        back = hands.returned_hands(pair.splitting)
        placed = float((weights * staked).sum()) - (back if self.upcard.refund.unplaced else 0)
        back += self._kept_from_blackjack(hands, pair, weights)
        return Worth(float((weights * net).sum()) + back, placed)

    def _kept_from_blackjack(self, hands: SplitHands, pair: Pair, weights: Floats) -> float:
        """Return what else an unpeeked blackjack leaves where it takes the original bet only.

        A leftmost natural pushes. A hand given up late has lost its bet, which does not come back as an added hand's.
        """
        upcard, rules = self.upcard, self.upcard.table.rules
        refund = upcard.refund
        if not refund.splits or refund.unplaced or hands.one_card:
            return 0.0
        leftmost = hands.leftmost(pair.splitting)
        naturals = self._has_naturals(hands)
        given_up = self.split_actions(hands) == SURRENDER
        given_up[ACE] &= not naturals
        blackjack = hands.positions.blackjack[:, hands.second]
        lost = (weights * blackjack)[:, given_up].sum() - leftmost[given_up].sum()
        lost = lost if rules.surrender == "late" else 0.0
        return float((leftmost[ACE] if naturals else 0.0) - lost)

    def _has_naturals(self, hands: SplitHands) -> bool:
        rules = self.upcard.table.rules
        return hands.value == TEN and rules.naturals and rules.split_tens_natural

    def second_cards(self, hands: SplitHands) -> tuple[Floats, Floats]:
        """Return net result and money put in of a split hand by its second card, each (E, 10)."""
        positions, second = hands.positions, hands.second
        stand, blackjack = positions.stand[:, second], positions.blackjack[:, second]
        ones = np.ones_like(stand)
        if hands.one_card:
            return stand, ones
        actions = self.split_actions(hands)
        hit = positions.after_draw(positions.played(self.policy.hits[positions.hand]))[:, second]
        offered = np.stack([stand, hit, hands.doubled, hands.surrendered])
        net = np.take_along_axis(offered, actions[None, None], axis=0)[0]
        staked = self.staked(actions, blackjack)
        if self._has_naturals(hands):
            # Where bets of added hands come back, every hand counts as lost to a blackjack first.
            taken = blackjack[:, ACE] if self.upcard.refund.splits else 0
            net[:, ACE] = self.upcard.paid_natural(blackjack[:, ACE]) - taken
            staked[:, ACE] = 1
        return net, staked

    def split_actions(self, hands: SplitHands) -> Ints:
        """Return the actions (10,) with a split hand by its second card."""
        table = self.upcard.table
        surrenders = table.surrenders(self.upcard.upcard, after_split=True) is not None
        doubles = table.doubles_after_split(hands.value)
        return self.policy.first(doubles=doubles, surrenders=surrenders)[hands.first]
