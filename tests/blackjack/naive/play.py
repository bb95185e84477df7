"""A second, independent implementation of a round, written from the rules' text alone, for comparison.

It shares only `Card` and the fields of `Rules` with the library. It follows the order of events at
a table and changes lists in place; two functions supply the cards and the decisions.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from blackjack.cards import Card
from blackjack.rules import Rules
from tests.blackjack.naive.settlement import Output, output
from tests.blackjack.naive.state import (
    BEFORE_THE_PEEK,
    FIRST,
    Hand,
    Money,
    Seat,
    Table,
    total_of,
)

Draw = Callable[[], Card]


@dataclass
class Question:
    """A decision to be taken. `most`: maximum amount by verb. `following`: bettors who may stay out, by verb."""

    seat: int
    hand: int
    phase: str
    bettor: int
    legal: list[str]
    most: dict[str, Fraction] = field(default_factory=dict)
    following: dict[str, list[int]] = field(default_factory=dict)


Decide = Callable[[Question], str]


def play(rules: Rules, bets: list[dict[str, Any]], draw: Draw, decide: Decide) -> Output:
    """Play a round to its end. Bets are as in a case file; returns the output of a complete round."""
    table = Play(rules, bets, draw, decide)
    table.play()
    return output(table)


class Play(Table):
    def __init__(
        self, rules: Rules, bets: list[dict[str, Any]], draw: Draw, decide: Decide
    ) -> None:
        super().__init__(rules, bets)
        self.draw_card, self.decide = draw, decide

    def play(self) -> None:
        self.deal()
        self.before_the_peek()
        over = self.peek()
        if not over:
            for seat in self.seats:
                self.play_seat(seat)
            self.play_dealer()

    def draw(self) -> Card:
        self.drawn += 1
        return self.draw_card()

    # The deal and the decisions before the peek

    def deal(self) -> None:
        for seat in self.seats:
            seat.hands[0].cards.append(self.draw())
        self.dealer.append(self.draw())
        for seat in self.seats:
            seat.hands[0].cards.append(self.draw())
            seat.first_two = list(seat.hands[0].cards)
        if self.rules.hole_card == "dealt":
            self.dealer.append(self.draw())

    def before_the_peek(self) -> None:
        for seat in self.seats:
            for bettor in seat.choices:
                legal = self.offers(seat, bettor)
                if legal:
                    self.ask_before_the_peek(seat, bettor, [*legal, "decline"])

    def offers(self, seat: Seat, bettor: int) -> list[str]:
        if not self.rules.naturals:
            return []
        upcard, natural, offers = self.dealer[0], self.natural(seat.hands[0]), []
        early = ["early", "early_vs_non_ace"] if upcard.value == 10 else ["early"]
        if upcard.value in (1, 10) and self.rules.surrender in early and not natural:
            offers += ["surrender"] if bettor == FIRST else []
        if upcard.value == 1 and self.rules.insurance != "none":
            offers += ["insure"]
        if upcard.value == 1 and self.rules.even_money and natural:
            offers += ["even_money"]
        return offers

    def ask_before_the_peek(self, seat: Seat, bettor: int, legal: list[str]) -> None:
        hand = seat.hands[0]
        half = hand.money[bettor].bet / 2
        named = self.rules.insurance == "up_to_half" and "insure" in legal
        most = {"insure": half} if named else {}
        question = Question(seat.number, 1, "before_peek", bettor, legal, most)
        verb, amount, _ = self.answer(question)
        if verb == "surrender":
            hand.surrendered = BEFORE_THE_PEEK
        elif verb == "insure":
            seat.insurance[bettor] = half if amount is None else amount
        elif verb == "even_money":
            seat.even_money.add(bettor)

    def peek(self) -> bool:
        """Peek where the rules say so; return whether the round is over."""
        behind = {"ace_and_ten": (1, 10), "ace": (1,), "never": ()}[self.rules.peek]
        if not self.rules.naturals or self.dealer[0].value not in behind:
            return False
        over = self.dealer_blackjack()
        self.shown = over and self.second_card_needed()
        self.peeked = True
        return over

    def answer(self, question: Question) -> tuple[str, Fraction | None, list[int]]:
        """Ask for a decision and parse it: `double:5-2` is a double for 5 without bettor 2. Raises ValueError."""
        text = self.decide(question)
        action, *staying = text.split("-")
        verb, _, amount = action.partition(":")
        given = Fraction(amount) if amount else None
        out = [int(bettor) for bettor in staying]
        if verb not in question.legal or out != sorted(
            set(out) & set(question.following.get(verb, ()))
        ):
            raise ValueError(text)
        if given is not None and not 0 < given <= question.most.get(verb, 0):
            raise ValueError(text)
        return verb, given, out

    # The play of a seat

    def play_seat(self, seat: Seat) -> None:
        place = 0
        while place < len(seat.hands):
            hand = seat.hands[place]
            legal = self.legal(seat, hand)
            if legal:
                self.decision(seat, hand, place, legal)
            else:
                place += 1

    def legal(self, seat: Seat, hand: Hand) -> list[str]:
        if self.finished(hand):
            return []
        split = ["split"] if self.may_split(seat, hand) else []
        split_ace = hand.split and hand.cards[0].rank == "A"
        if split_ace and not self.rules.hit_split_aces:
            return ["stand", *split] if split else []
        double = ["double"] if self.may_double(hand, split_ace=split_ace) else []
        surrender = ["surrender"] if self.may_surrender(hand) else []
        return ["hit", "stand", *double, *split, *surrender]

    def finished(self, hand: Hand) -> bool:
        return (
            hand.ended
            or bool(hand.surrendered)
            or self.natural(hand)
            or self.bust(hand)
            or (total_of(hand.cards)[0] == 21 and self.rules.auto_stand_21)
            or self.charlie(hand)
            or (self.rules.max_cards is not None and len(hand.cards) >= self.rules.max_cards)
        )

    def may_split(self, seat: Seat, hand: Hand) -> bool:
        if len(hand.cards) != 2:
            return False
        one, other = hand.cards
        alike = one.rank == other.rank or (
            self.rules.split_by == "value" and one.value == other.value
        )
        most = self.rules.max_ace_splits if one.rank == "A" else self.rules.max_splits
        return alike and seat.splits < most

    def may_double(self, hand: Hand, *, split_ace: bool) -> bool:
        if len(hand.cards) != 2 or (hand.split and not self.rules.double_after_split):
            return False
        if split_ace and not self.rules.double_split_aces:
            return False
        total, _ = total_of(hand.cards)
        least, most = {"any": (0, 21), "9-11": (9, 11), "10-11": (10, 11), "never": (1, 0)}[
            self.rules.double_on
        ]
        return least <= total <= most

    def may_surrender(self, hand: Hand) -> bool:
        if len(hand.cards) != 2 or (hand.split and not self.rules.surrender_after_split):
            return False
        upcard, kind = self.dealer[0], self.rules.surrender
        if kind in ("none", "late"):
            return kind == "late"
        if self.rules.naturals:
            return 2 <= upcard.value <= 9
        return kind == "early" or upcard.rank != "A"

    def decision(self, seat: Seat, hand: Hand, place: int, legal: list[str]) -> None:
        follow: dict[str, list[int]] = {
            verb: [
                who for who in hand.money if who != FIRST and seat.choices[who][verb] == "follow"
            ]
            for verb in ("double", "split")
            if verb in legal
        }
        named = self.rules.double_for_less and "double" in legal
        most = {"double": hand.money[FIRST].bet} if named else {}
        question = Question(seat.number, place + 1, "play", FIRST, legal, most, follow)
        verb, amount, staying = self.answer(question)
        joining = [bettor for bettor in [FIRST, *follow.get(verb, ())] if bettor not in staying]
        if verb == "hit":
            hand.cards.append(self.draw())
        elif verb == "stand":
            hand.ended = True
        elif verb == "surrender":
            hand.surrendered = "in play"
        elif verb == "double":
            for bettor in joining:
                hand.money[bettor].added = hand.money[bettor].bet
            hand.money[FIRST].added = hand.money[FIRST].bet if amount is None else amount
            hand.cards.append(self.draw())
            hand.ended = True
        else:
            self.split(seat, hand, place, joining)

    def split(self, seat: Seat, hand: Hand, place: int, joining: list[int]) -> None:
        right = Hand([hand.cards.pop()], {}, split=True)
        hand.split = True
        seat.splits += 1
        for bettor in list(hand.money):
            if bettor in joining:
                right.money[bettor] = Money(hand.money[bettor].bet)
            elif seat.choices[bettor][stays_by(seat, bettor)] == "right":
                right.money[bettor] = hand.money.pop(bettor)
        seat.hands.insert(place + 1, right)
        hand.cards.append(self.draw())
        right.cards.append(self.draw())

    # The dealer

    def play_dealer(self) -> None:
        if self.second_card_needed():
            self.shown = True
            if self.rules.hole_card == "not_dealt":
                self.dealer.append(self.draw())
        if self.dealer_blackjack() or not any(
            self.plain(hand) for seat in self.seats for hand in seat.hands
        ):
            return
        while self.dealer_draws():
            self.dealer.append(self.draw())

    def dealer_draws(self) -> bool:
        if self.rules.max_cards is not None and len(self.dealer) >= self.rules.max_cards:
            return False
        total, soft = total_of(self.dealer)
        return total < 17 or (total == 17 and soft and self.rules.soft_17 == "hit")

    def second_card_needed(self) -> bool:
        return any(self.open(seat) for seat in self.seats)

    def open(self, seat: Seat) -> bool:
        if "dealer_pair" in seat.side_bets or (seat.insurance and self.blackjack_possible()):
            return True
        return any(
            not self.final(seat, hand, bettor) for hand in seat.hands for bettor in hand.money
        )

    def final(self, seat: Seat, hand: Hand, bettor: int) -> bool:
        if hand.surrendered == BEFORE_THE_PEEK or bettor in seat.even_money:
            return True
        if self.bust(hand):
            return (
                self.rules.dealer_blackjack_takes != "original_bet"
                or not self.blackjack_possible()
                or not self.more_than_the_original_bet(seat, bettor)
            )
        return not self.plain(hand) and not self.blackjack_possible()

    def more_than_the_original_bet(self, seat: Seat, bettor: int) -> bool:
        held = [hand.money[bettor] for hand in seat.hands if bettor in hand.money]
        return len(held) > 1 or any(money.added for money in held)


def stays_by(seat: Seat, bettor: int) -> str:
    """Return the choice that names the half of a split on which the bet stays."""
    return "fallback" if seat.choices[bettor]["split"] == "follow" else "split"
