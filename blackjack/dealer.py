"""Dealer rules: peek, possible blackjacks, drawing."""

from collections.abc import Sequence

from blackjack.cards import ACE, TEN, Card
from blackjack.hands import BEST, total_of
from blackjack.rules import Rules

STANDS_ON = 17
_TWO = 2


def can_make_blackjack(rules: Rules, upcard: Card) -> bool:
    return rules.naturals and upcard.value in (ACE, TEN)


def peeks(rules: Rules, upcard: Card) -> bool:
    """Return whether the dealer peeks behind `upcard` before play."""
    if rules.peek == "never" or not can_make_blackjack(rules, upcard):
        return False
    return upcard.value == ACE or rules.peek == "ace_and_ten"


def is_blackjack(rules: Rules, cards: Sequence[Card]) -> bool:
    return rules.naturals and len(cards) == _TWO and total_of(cards).value == BEST


def draws(rules: Rules, cards: Sequence[Card]) -> bool:
    if rules.max_cards is not None and len(cards) >= rules.max_cards:
        return False
    total = total_of(cards)
    on_soft_17 = total.soft and total.value == STANDS_ON and rules.soft_17 == "hit"
    return total.value < STANDS_ON or on_soft_17
