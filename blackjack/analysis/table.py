"""The rules as arrays over hands: decisions offered, doubling, refunds after a dealer blackjack."""

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np

from blackjack.analysis.hands import Hands, all_hands
from blackjack.analysis.stock import ACE, TEN, Flags, Stock
from blackjack.hands import BEST
from blackjack.rules import Rules

_DOUBLE_FROM = {"any": 0, "9-11": 9, "10-11": 10}
_DOUBLE_TO = 11
_PAIR = 2


@dataclass(frozen=True, slots=True)
class Refund:
    """Added money returned after a dealer blackjack: doubles, bets of split hands.

    `unplaced`: with a peek such money was never placed.
    """

    doubles: Literal["none", "standing", "all"]
    splits: bool
    unplaced: bool


@dataclass(frozen=True)
class AnalysisTable:
    """Rules, the shoe that they are played with, and every hand."""

    rules: Rules
    stock: Stock

    @property
    def hands(self) -> Hands:
        """Every hand that is not bust."""
        return all_hands()

    @property
    def sign(self) -> float:
        """1.0; -1.0 where results are inverted and the best play is the one that loses most."""
        return -1.0 if self.rules.inverted else 1.0

    @cached_property
    def over(self) -> Flags:
        """Hands that are asked nothing any more, naturals aside; shape (H,)."""
        hands, rules = self.hands, self.rules
        found: Flags = (hands.total == BEST) & rules.auto_stand_21
        for limit in (rules.charlie, rules.max_cards):
            found |= hands.size >= (BEST + 1 if limit is None else limit)
        return found

    @cached_property
    def charlies(self) -> Flags:
        """Hands that win by their number of cards; shape (H,)."""
        found: Flags = self.hands.size >= (self.rules.charlie or BEST + 1)
        return found

    @cached_property
    def doubles(self) -> Flags:
        """Two-card hands that can be doubled when dealt; shape (H,)."""
        hands, kind = self.hands, self.rules.double_on
        if kind == "never":
            return np.zeros(len(hands), dtype=bool)
        found: Flags = (hands.size == _PAIR) & ~self.over & (hands.total >= _DOUBLE_FROM[kind])
        return found if kind == "any" else found & (hands.total <= _DOUBLE_TO)

    def doubles_after_split(self, value: int) -> bool:
        """Whether hands of a split of this value can be doubled."""
        rules = self.rules
        return rules.double_after_split and (value != ACE or rules.double_split_aces)

    def most_hands(self, value: int) -> int:
        """Return how many hands a pair of this value can become."""
        return 1 + (self.rules.max_ace_splits if value == ACE else self.rules.max_splits)

    def can_be_blackjack(self, upcard: int) -> bool:
        return self.rules.naturals and upcard in (ACE, TEN)

    def refund(self, upcard: int) -> Refund:
        """What a dealer blackjack behind this upcard returns."""
        rules = self.rules
        looked = rules.peek == "ace_and_ten" or (rules.peek == "ace" and upcard == ACE)
        if looked or not self.can_be_blackjack(upcard):
            return Refund("all", splits=True, unplaced=True)
        takes = rules.dealer_blackjack_takes
        if takes == "original_bet":
            return Refund("all", splits=True, unplaced=False)
        return Refund(
            "standing" if takes == "all_but_doubles" else "none", splits=False, unplaced=False
        )

    def surrenders(
        self, upcard: int, *, after_split: bool = False
    ) -> Literal["early", "late"] | None:
        """How a two-card hand can be surrendered against this upcard."""
        kind = self.rules.surrender
        if kind == "none" or (after_split and not self.rules.surrender_after_split):
            return None
        if kind == "late":
            return "late"
        if kind == "early_vs_non_ace" and upcard == ACE:
            return None
        return None if after_split and self.can_be_blackjack(upcard) else "early"
