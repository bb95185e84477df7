"""Rules as arrays over hands: decisions offered, doubling, refunds after a dealer blackjack."""

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
    """Rules, the shoe, and all hands with rule-dependent masks."""

    rules: Rules
    stock: Stock

    @property
    def hands(self) -> Hands:
        """All hands that are not bust."""
        return all_hands()

    @property
    def sign(self) -> float:
        """1.0, or -1.0 with inverted results, where best play loses most at the table."""
        return -1.0 if self.rules.inverted else 1.0

    @cached_property
    def over(self) -> Flags:
        """Mask (H,) of hands without further decisions; naturals are not considered."""
        hands, rules = self.hands, self.rules
        found: Flags = (hands.total == BEST) & rules.auto_stand_21
        for limit in (rules.charlie, rules.max_cards):
            found |= hands.size >= (BEST + 1 if limit is None else limit)
        return found

    @cached_property
    def charlies(self) -> Flags:
        """Mask (H,) of hands that win by their number of cards."""
        found: Flags = self.hands.size >= (self.rules.charlie or BEST + 1)
        return found

    @cached_property
    def doubles(self) -> Flags:
        """Mask (H,) of two-card hands that may be doubled when dealt."""
        hands, kind = self.hands, self.rules.double_on
        if kind == "never":
            return np.zeros(len(hands), dtype=bool)
        found: Flags = (hands.size == _PAIR) & ~self.over & (hands.total >= _DOUBLE_FROM[kind])
        return found if kind == "any" else found & (hands.total <= _DOUBLE_TO)

    def doubles_after_split(self, value: int) -> bool:
        """Return whether hands of a split of this value may be doubled."""
        rules = self.rules
        return rules.double_after_split and (value != ACE or rules.double_split_aces)

    def most_hands(self, value: int) -> int:
        """Return the maximum number of hands from a pair of this value."""
        return 1 + (self.rules.max_ace_splits if value == ACE else self.rules.max_splits)

    def can_be_blackjack(self, upcard: int) -> bool:
        return self.rules.naturals and upcard in (ACE, TEN)

    def refund(self, upcard: int) -> Refund:
        """Return the refund after a dealer blackjack behind this upcard."""
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
        """Return the kind of surrender offered with two cards against this upcard, None if none is."""
        kind = self.rules.surrender
        if kind == "none" or (after_split and not self.rules.surrender_after_split):
            return None
        if kind == "late":
            return "late"
        if kind == "early_vs_non_ace" and upcard == ACE:
            return None
        return None if after_split and self.can_be_blackjack(upcard) else "early"
