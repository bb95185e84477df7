"""Boxes and hands of a recounted round."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from compliance.recount.values.cards import BEST, TEN, points, total

Rules = Mapping[str, Any]
"""The rules as stored: plain JSON values by the names of their fields."""


@dataclass
class RecountHand:
    """A hand in play, its stake in units; `end` is the decision that ended it."""

    cards: list[str]
    stake: int
    added: int = 0
    split: bool = False
    end: str = ""


@dataclass
class RecountBox:
    """One box with its bets."""

    number: int
    side_bets: Mapping[str, int]
    hands: list[RecountHand]
    first_two: Sequence[str] = ()
    insurance: int = 0


def is_bust(hand: RecountHand) -> bool:
    """Whether the cards come to more than 21."""
    return total(hand.cards)[0] > BEST


def is_natural(rules: Rules, hand: RecountHand) -> bool:
    """Whether it is a blackjack; after a split only a ten with an ace, if the rules allow."""
    if not rules["naturals"] or len(hand.cards) != 2 or total(hand.cards)[0] != BEST:  # noqa: PLR2004 - two cards
        return False
    return not hand.split or (rules["split_tens_natural"] and points(hand.cards[0]) == TEN)


def is_charlie(rules: Rules, hand: RecountHand) -> bool:
    """Whether it wins by number of cards."""
    limit = rules["charlie"]
    return limit is not None and len(hand.cards) >= limit and not is_bust(hand)


def is_plain(rules: Rules, hand: RecountHand) -> bool:
    """Whether it is compared with the dealer's total."""
    special = is_natural(rules, hand) or is_charlie(rules, hand) or is_bust(hand)
    return not special and hand.end not in ("surrender", "early_surrender", "even_money")


def may_split(rules: Rules, box: RecountBox, hand: RecountHand) -> bool:
    """Whether it is a pair that can be split."""
    if len(hand.cards) != 2:  # noqa: PLR2004 - two cards
        return False
    one, other = hand.cards
    alike = one[0] == other[0] if rules["split_by"] == "rank" else points(one) == points(other)
    most = rules["max_ace_splits"] if one[0] == "A" else rules["max_splits"]
    return alike and len(box.hands) - 1 < most


def is_asked(rules: Rules, box: RecountBox, hand: RecountHand) -> bool:
    """Whether its player has a decision to make about it."""
    full = rules["max_cards"] is not None and len(hand.cards) >= rules["max_cards"]
    stands_on_21 = rules["auto_stand_21"] and total(hand.cards)[0] == BEST
    if hand.end or full or stands_on_21 or not is_plain(rules, hand):
        return False
    if hand.split and hand.cards[0][0] == "A" and not rules["hit_split_aces"]:
        return may_split(rules, box, hand)
    return True
