"""A player's hand, and totals of cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

from blackjack.cards import ACE, TEN, Card
from blackjack.rules import Rules

BEST = 21
_SOFTENING = 10
_PAIR = 2


class Total(NamedTuple):
    """Total of cards; `soft` while an ace counts eleven."""

    value: int
    soft: bool


def total_of(cards: Sequence[Card]) -> Total:
    """Return the best total of `cards`: an ace counts eleven unless the hand would bust."""
    hard = 0
    ace = False
    for card in cards:
        hard += card.value
        ace = ace or card.value == ACE
    soft = ace and hard + _SOFTENING <= BEST
    return Total(hard + _SOFTENING if soft else hard, soft)


class HandEnd(Enum):
    """The action with which a player ended a hand."""

    STOOD = "stood"
    DOUBLED = "doubled"
    SURRENDERED_EARLY = "surrendered_early"
    SURRENDERED = "surrendered"
    EVEN_MONEY = "even_money"


class WagerBehind(NamedTuple):
    """A follower's money on a hand: the bet `stake`, and the amount `added` by a double."""

    stake: int
    added: int = 0


@dataclass(frozen=True, slots=True)
class Hand:
    """Cards with the hand's own bet `stake`, the amount `added` by a double, and the `end` chosen by the player.

    `behind` has one entry for each follower of the box: the wager on this hand, or None.
    """

    cards: tuple[Card, ...]
    stake: int
    added: int = 0
    from_split: bool = False
    end: HandEnd | None = None
    behind: tuple[WagerBehind | None, ...] = ()
    total: Total = field(init=False, repr=False, compare=False)
    """Total of the cards."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "total", total_of(self.cards))

    def with_end(self, end: HandEnd) -> Hand:
        return Hand(self.cards, self.stake, self.added, self.from_split, end, self.behind)

    def with_card(self, card: Card) -> Hand:
        cards = (*self.cards, card)
        return Hand(cards, self.stake, self.added, self.from_split, self.end, self.behind)

    @property
    def is_bust(self) -> bool:
        """True if the total is above 21."""
        return self.total.value > BEST

    @property
    def is_pair_long(self) -> bool:
        """True if the hand has its first two cards only."""
        return len(self.cards) == _PAIR

    @property
    def is_split_ace(self) -> bool:
        """True if the hand comes from a pair of aces."""
        return self.from_split and self.cards[0].value == ACE

    def is_natural(self, rules: Rules) -> bool:
        """Return whether this is a blackjack, not only a 21."""
        if not rules.naturals or not self.is_pair_long or self.total.value != BEST:
            return False
        return not self.from_split or (rules.split_tens_natural and self.cards[0].value == TEN)

    def is_charlie(self, rules: Rules) -> bool:
        """Return whether the hand wins by its number of cards."""
        return rules.charlie is not None and len(self.cards) >= rules.charlie and not self.is_bust

    def is_full(self, rules: Rules) -> bool:
        """Return whether the hand stands by its number of cards."""
        return rules.max_cards is not None and len(self.cards) >= rules.max_cards

    def is_over(self, rules: Rules) -> bool:
        """Return whether this hand needs no more decisions; decisions of its box may remain."""
        value = self.total.value
        if self.end is not None or value > BEST or (value == BEST and rules.auto_stand_21):
            return True
        return self.is_natural(rules) or self.is_charlie(rules) or self.is_full(rules)
