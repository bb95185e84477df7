"""Boxes and hands of a recounted round."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from compliance.recount.values.cards import BEST, TEN, points, total

Rules = Mapping[str, Any]
"""The rules as stored: plain JSON values by the names of their fields."""

FIRST: Final = 1
"""The bettor of a box who decides; the numbers above are bets behind."""


@dataclass
class RecountWager:
    """A bet behind on one hand, in units."""

    stake: int
    added: int = 0


@dataclass
class RecountHand:
    """A hand in play, its stake in units; `end` is the decision that ended it. `behind` are bets behind by bettor."""

    cards: list[str]
    stake: int
    added: int = 0
    split: bool = False
    end: str = ""
    behind: dict[int, RecountWager] = field(default_factory=dict)


@dataclass
class RecountFollower:
    """What a bettor behind chose beforehand, and said before the peek."""

    split: str = "follow"
    double: str = "follow"
    fallback: str = "left"
    insurance: int = 0
    even_money: bool = False

    @classmethod
    def from_choices(cls, choices: Mapping[str, str]) -> "RecountFollower":
        """From the stored choices, where one word may say all: staying on a hand is staying out of doubles too."""
        word = choices.get("choice", "")
        if word and word != "follow":
            return cls(word, "stay", word)
        get = choices.get
        return cls(get("split", "follow"), get("double", "follow"), get("fallback", "left"))

    def adds_at(self, verb: str) -> bool:
        """Whether the choices put in new money at this decision of the first bettor."""
        return verb in ("double", "split") and getattr(self, verb) == "follow"

    @property
    def stays_right(self) -> bool:
        """Whether a bet that is not on both hands of a split is on the right one."""
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

    def part(self, bettor: int) -> "RecountBox":
        """The box as this bettor has it: the hands with money of theirs."""
        if bettor == FIRST:
            return self
        follower = self.followers[bettor]
        hands = [
            _as_followed(hand, bettor, follower) for hand in self.hands if bettor in hand.behind
        ]
        return RecountBox(self.number, {}, hands, self.first_two, follower.insurance)

    def parts(self) -> Iterator["RecountBox"]:
        for bettor in (FIRST, *self.followers):
            yield self.part(bettor)


def _as_followed(hand: RecountHand, bettor: int, follower: RecountFollower) -> RecountHand:
    """The hand at a follower's stakes. Even money is each bettor's own; the first bettor's other decisions count for all."""
    wager = hand.behind[bettor]
    of_all = "" if hand.end == "even_money" else hand.end
    end = "even_money" if follower.even_money else of_all
    return RecountHand(hand.cards, wager.stake, wager.added, hand.split, end)


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
