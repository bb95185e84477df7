"""State of a round: boxes, hands and the dealer's cards."""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from blackjack.cards import Card
from blackjack.rules import Rules

FIRST = 1
BEFORE_THE_PEEK = "before the peek"


@dataclass
class Money:
    """Money of one bettor on one hand."""

    bet: Fraction
    added: Fraction = Fraction(0)


@dataclass
class Hand:
    cards: list[Card]
    money: dict[int, Money]
    split: bool = False
    ended: bool = False
    surrendered: str = ""


@dataclass
class Seat:
    """One box; `choices` has its bettors in order, the first included."""

    number: int
    choices: dict[int, dict[str, str]]
    hands: list[Hand]
    side_bets: dict[str, Fraction]
    first_two: list[Card] = field(default_factory=list)
    insurance: dict[int, Fraction] = field(default_factory=dict)
    even_money: set[int] = field(default_factory=set)
    splits: int = 0


def opened(bet: dict[str, Any]) -> Seat:
    """Return the seat for a bet in the form of a case file."""
    money, choices = {FIRST: Money(Fraction(bet["stake"]))}, {FIRST: chosen({})}
    for bettor, behind in enumerate(bet.get("behind", []), start=FIRST + 1):
        money[bettor] = Money(Fraction(behind["stake"]))
        choices[bettor] = chosen(behind)
    side_bets = {name: Fraction(stake) for name, stake in bet.get("side_bets", {}).items()}
    return Seat(int(bet["seat"]), choices, [Hand([], money)], side_bets)


def total_of(cards: list[Card]) -> tuple[int, bool]:
    """Return the best total, and whether an ace counts 11 in it."""
    total = sum(card.value for card in cards)
    if total <= 11 and any(card.rank == "A" for card in cards):
        return total + 10, True
    return total, False


class Table:
    """Seats and dealer. `peeked`: the dealer has peeked. `shown`: the second card is on the table."""

    def __init__(self, rules: Rules, bets: list[dict[str, Any]]) -> None:
        self.rules = rules
        self.seats = [opened(bet) for bet in sorted(bets, key=lambda bet: int(bet["seat"]))]
        self.dealer: list[Card] = []
        self.drawn = 0
        self.peeked = False
        self.shown = False

    def natural(self, hand: Hand) -> bool:
        if not self.rules.naturals or len(hand.cards) != 2 or total_of(hand.cards)[0] != 21:
            return False
        return not hand.split or (self.rules.split_tens_natural and hand.cards[0].value == 10)

    def charlie(self, hand: Hand) -> bool:
        enough = self.rules.charlie is not None and len(hand.cards) >= self.rules.charlie
        return enough and total_of(hand.cards)[0] <= 21

    def bust(self, hand: Hand) -> bool:
        return total_of(hand.cards)[0] > 21

    def plain(self, hand: Hand) -> bool:
        """Return whether the hand is compared with the dealer's total."""
        special = self.natural(hand) or self.charlie(hand) or bool(hand.surrendered)
        return not special and not self.bust(hand)

    def dealer_blackjack(self) -> bool:
        return self.rules.naturals and len(self.dealer) == 2 and total_of(self.dealer)[0] == 21

    def blackjack_possible(self) -> bool:
        """Return whether a dealer who has not peeked may still have a blackjack."""
        return self.rules.naturals and not self.peeked and self.dealer[0].value in (1, 10)


def chosen(behind: dict[str, Any]) -> dict[str, str]:
    """Return the choices of a bet behind. The one word `choice` means to follow everything, or nothing on that hand."""
    word = behind.get("choice", "follow")
    given = {"split": word, "double": "follow" if word == "follow" else "stay", "fallback": "left"}
    return given | {key: behind[key] for key in given if key in behind}
