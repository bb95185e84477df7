"""Boxes and hands of a recounted deal."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from compliance.recount.values.cards import BEST, TEN, card_points, hand_total

Rules = Mapping[str, Any]
"""Stored rules: plain JSON values by field name."""

FIRST: Final = 1
"""Number of the bettor who decides for a box; higher numbers are bets behind."""


@dataclass
class RecountWager:
    """A bet behind on one hand, in units."""

    stake: int
    added: int = 0


@dataclass
class RecountHand:
    """A hand in play, stakes in units; `end` is the decision that ended it, `behind` the bets behind by bettor."""

    cards: list[str]
    stake: int
    added: int = 0
    split: bool = False
    end: str = ""
    behind: dict[int, RecountWager] = field(default_factory=dict)


@dataclass
class RecountFollower:
    """A follower's stored choices, and answers before the peek."""

    split: str = "follow"
    double: str = "follow"
    fallback: str = "left"
    insurance: int = 0
    even_money: bool = False

    @classmethod
    def from_choices(cls, choices: Mapping[str, str]) -> "RecountFollower":
        """Create from stored choices; a `choice` other than "follow" names the hand to stay on, and excludes doubles."""
        word = choices.get("choice", "")
        if word and word != "follow":
            return cls(word, "stay", word)
        get = choices.get
        return cls(get("split", "follow"), get("double", "follow"), get("fallback", "left"))

    def adds_at(self, verb: str) -> bool:
        """Return whether the choices add money at this decision of the first bettor."""
        return verb in ("double", "split") and getattr(self, verb) == "follow"

    @property
    def stays_right(self) -> bool:
        """Return whether a bet that stays on one hand of a split stays on the right one."""
        return (self.fallback if self.split == "follow" else self.split) == "right"


@dataclass
class RecountBox:
    """One box with the bets of its first bettor; `followers` are the bettors behind, by number."""

    number: int
    side_bets: Mapping[str, int]
    hands: list[RecountHand]
    first_two: Sequence[str] = ()
    insurance: int = 0
    followers: dict[int, RecountFollower] = field(default_factory=dict)

    def part_for(self, bettor: int) -> "RecountBox":
        """Return this bettor's part of the box: the hands with their money."""
        if bettor == FIRST:
            return self
        follower = self.followers[bettor]
        hands = [
            _as_followed(hand, bettor, follower) for hand in self.hands if bettor in hand.behind
        ]
        return RecountBox(self.number, {}, hands, self.first_two, follower.insurance)

    def parts(self) -> Iterator["RecountBox"]:
        for bettor in (FIRST, *self.followers):
            yield self.part_for(bettor)


def _as_followed(hand: RecountHand, bettor: int, follower: RecountFollower) -> RecountHand:
    """The hand at a follower's stakes.

    Even money is each bettor's own; all other decisions of the first bettor apply to everybody.
    """
    wager = hand.behind[bettor]
    of_all = "" if hand.end == "even_money" else hand.end
    end = "even_money" if follower.even_money else of_all
    return RecountHand(hand.cards, wager.stake, wager.added, hand.split, end)


def is_bust(hand: RecountHand) -> bool:
    return hand_total(hand.cards)[0] > BEST


def is_natural(rules: Rules, hand: RecountHand) -> bool:
    """Return whether the hand is a blackjack; after a split only with a ten as first card, if the rules allow it."""
    if not rules["naturals"] or len(hand.cards) != 2 or hand_total(hand.cards)[0] != BEST:  # noqa: PLR2004 - two cards
        return False
    return not hand.split or (rules["split_tens_natural"] and card_points(hand.cards[0]) == TEN)


def is_charlie(rules: Rules, hand: RecountHand) -> bool:
    """Return whether the hand wins by its number of cards."""
    limit = rules["charlie"]
    return limit is not None and len(hand.cards) >= limit and not is_bust(hand)


def is_compared(rules: Rules, hand: RecountHand) -> bool:
    """Return whether the hand is compared with the dealer's total."""
    special = is_natural(rules, hand) or is_charlie(rules, hand) or is_bust(hand)
    return not special and hand.end not in ("surrender", "early_surrender", "even_money")


def may_split(rules: Rules, box: RecountBox, hand: RecountHand) -> bool:
    """Return whether the hand is a pair that can be split."""
    if len(hand.cards) != 2:  # noqa: PLR2004 - two cards
        return False
    one, other = hand.cards
    alike = (
        one[0] == other[0]
        if rules["split_by"] == "rank"
        else card_points(one) == card_points(other)
    )
    most = rules["max_ace_splits"] if one[0] == "A" else rules["max_splits"]
    return alike and len(box.hands) - 1 < most


def needs_decision(rules: Rules, box: RecountBox, hand: RecountHand) -> bool:
    """Return whether the player has a decision to make on the hand."""
    full = rules["max_cards"] is not None and len(hand.cards) >= rules["max_cards"]
    stands_on_21 = rules["auto_stand_21"] and hand_total(hand.cards)[0] == BEST
    if hand.end or full or stands_on_21 or not is_compared(rules, hand):
        return False
    if hand.split and hand.cards[0][0] == "A" and not rules["hit_split_aces"]:
        return may_split(rules, box, hand)
    return True
