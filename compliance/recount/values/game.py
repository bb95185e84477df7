"""A finished deal dealt, decided and paid again, from stored facts and the text of the rules.

Shares no code with the engine that served the deal: a fault there, or in a paytable, shows as a difference.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

from compliance.recount.values.cards import ACE, BEST, TEN, card_points, hand_total
from compliance.recount.values.facts import RecountBet, RecountFacts, RuleViolation
from compliance.recount.values.hands import (
    FIRST,
    RecountBox,
    RecountFollower,
    RecountHand,
    RecountWager,
    is_bust,
    is_compared,
    is_natural,
    needs_decision,
)
from compliance.recount.values.payouts import has_blackjack, settle_box

UNIT: Final = Decimal("0.0001")
"""Ledger unit of a currency: amounts are whole numbers of it, except in the text of a decision."""

STANDS_ON: Final = 17
_IN_PLAY: Final = ("hit", "stand", "double", "split", "surrender")


def recount_deal(facts: RecountFacts) -> "RecountedDeal":
    """Deal and play the stored facts by the text of the rules. Raises RuleViolation."""
    deal = RecountedDeal(facts)
    deal.play()
    return deal


def _box_of(bet: RecountBet) -> RecountBox:
    behind = {bettor: RecountWager(one.stake) for bettor, one in bet.behind.items()}
    followers = {
        bettor: RecountFollower.from_choices(one.choices)
        for bettor, one in sorted(bet.behind.items())
    }
    hand = RecountHand([], bet.stake, behind=behind)
    return RecountBox(bet.box, bet.side_bets, [hand], followers=followers)


class RecountedDeal:
    """A deal being replayed, and the results of its players once it is over."""

    def __init__(self, facts: RecountFacts) -> None:
        self.rules, self.facts = facts.rules, facts
        self.boxes = [_box_of(bet) for bet in sorted(facts.bets, key=lambda bet: bet.box)]
        self.cards: list[str | None] = list(facts.cards)
        if len(self.cards) == facts.cards_drawn - 1 and self.rules["hole_card"] == "dealt":
            self.cards.insert(2 * len(self.boxes) + 1, None)
        self.taken, self.decided = 0, 0
        self.dealer: list[str] = []
        self.hole: str | None = None
        self.peeked = False

    def play(self) -> None:
        """Play to the end. Raises RuleViolation unless exactly the stored cards and decisions are used."""
        over = self.deal()
        if not over:
            for box in self.boxes:
                self.play_box(box)
            self.play_dealer()
        if self.decided != len(self.facts.actions):
            raise RuleViolation("decision_left_over")
        if self.taken != self.facts.cards_drawn or self.taken != len(self.cards):
            raise RuleViolation("card_left_over")

    def draw(self) -> str:
        card = self._next()
        if card is None:
            raise RuleViolation("hole_card_not_shown")
        return card

    def _next(self) -> str | None:
        if self.taken >= len(self.cards):
            raise RuleViolation("card_missing")
        self.taken += 1
        return self.cards[self.taken - 1]

    def next_decision(self, known: Sequence[str]) -> "_Made":
        if self.decided >= len(self.facts.actions):
            raise RuleViolation("decision_missing")
        said, *staying = self.facts.actions[self.decided].split("-")
        verb, _, amount = said.partition(":")
        self.decided += 1
        if verb not in known:
            raise RuleViolation("decision_not_offered", verb)
        units = int(Decimal(amount) / UNIT) if amount else None
        return _Made(verb, units, [int(bettor) for bettor in staying])

    def deal(self) -> bool:
        """Deal, resolve offers before the peek, and peek. Return whether the deal is over."""
        for box in self.boxes:
            box.hands[0].cards.append(self.draw())
        self.dealer = [self.draw()]
        for box in self.boxes:
            box.hands[0].cards.append(self.draw())
            box.first_two = tuple(box.hands[0].cards)
        if self.rules["hole_card"] == "dealt":
            self.hole = self._next()
        for box in self.boxes:
            self.ask_before_peek(box)
        return self.peek()

    @property
    def upcard(self) -> int:
        return card_points(self.dealer[0])

    @property
    def blackjack_possible(self) -> bool:
        """Return whether the dealer may still have blackjack: not peeked, upcard an ace or a ten."""
        return bool(self.rules["naturals"]) and not self.peeked and self.upcard in (ACE, TEN)

    def ask_before_peek(self, box: RecountBox) -> None:
        """Ask each bettor of the box about insurance and even money; only the first one may surrender."""
        if not self.blackjack_possible:
            return
        for bettor in (FIRST, *box.followers):
            offered = self.offers_before_peek(box.hands[0], bettor)
            if offered:
                self.apply_answer(box, bettor, self.next_decision([*offered, "decline"]))

    def offers_before_peek(self, hand: RecountHand, bettor: int) -> list[str]:
        """Return what a bettor of an untouched hand is offered under an ace or a ten."""
        rules, ace, natural = self.rules, self.upcard == ACE, is_natural(self.rules, hand)
        early = rules["surrender"] == "early" or (
            rules["surrender"] == "early_vs_non_ace" and not ace
        )
        offers = {
            "surrender": early and not natural and bettor == FIRST,
            "insure": ace and rules["insurance"] != "none",
            "even_money": ace and natural and rules["even_money"],
        }
        return [verb for verb, offered in offers.items() if offered]

    def apply_answer(self, box: RecountBox, bettor: int, made: "_Made") -> None:
        hand, whose = box.hands[0], box if bettor == FIRST else box.followers[bettor]
        stake = hand.stake if bettor == FIRST else hand.behind[bettor].stake
        if made.verb == "insure":
            whose.insurance = stake // 2 if made.amount is None else made.amount
        elif made.verb == "surrender":
            hand.end = "early_surrender"
        elif made.verb == "even_money" and isinstance(whose, RecountFollower):
            whose.even_money = True
        elif made.verb == "even_money":
            hand.end = "even_money"

    def peek(self) -> bool:
        behind = {"ace_and_ten": (ACE, TEN), "ace": (ACE,), "never": ()}[self.rules["peek"]]
        if not self.blackjack_possible or self.upcard not in behind:
            return False
        if self.hole is None or not has_blackjack(self.rules, [self.dealer[0], self.hole]):
            self.peeked = True
            return False
        self.show_hole()
        self.peeked = True
        return True

    def show_hole(self) -> None:
        if self.hole is None:
            raise RuleViolation("hole_card_not_shown")
        self.dealer.append(self.hole)

    def play_box(self, box: RecountBox) -> None:
        place = 0
        while place < len(box.hands):
            if needs_decision(self.rules, box, box.hands[place]):
                self.play_decision(box, place)
            else:
                place += 1

    def play_decision(self, box: RecountBox, place: int) -> None:
        hand = box.hands[place]
        made = self.next_decision(_IN_PLAY)
        adding = _adding_behind(box, hand, made)
        if made.verb == "split":
            right = _split_off(box, hand, adding)
            box.hands.insert(place + 1, right)
            hand.cards.append(self.draw())
            right.cards.append(self.draw())
            return
        if made.verb in ("hit", "double"):
            hand.cards.append(self.draw())
        if made.verb == "double":
            hand.added = hand.stake if made.amount is None else made.amount
            for bettor in adding:
                hand.behind[bettor].added = hand.behind[bettor].stake
        if made.verb != "hit":
            hand.end = made.verb

    def play_dealer(self) -> None:
        needed = any(self.needs_dealer_card(part) for box in self.boxes for part in box.parts())
        if self.hole is not None and (needed or self.rules["show_hole_card"] == "always"):
            self.show_hole()
        elif needed:
            if self.rules["hole_card"] == "dealt":
                self.show_hole()
            self.dealer.append(self.draw())
        plain = any(is_compared(self.rules, hand) for box in self.boxes for hand in box.hands)
        if needed and plain and not has_blackjack(self.rules, self.dealer):
            while self.dealer_must_draw():
                self.dealer.append(self.draw())

    def dealer_must_draw(self) -> bool:
        limit, (value, soft) = self.rules["max_cards"], hand_total(self.dealer)
        if limit is not None and len(self.dealer) >= limit:
            return False
        return value < STANDS_ON or (value == STANDS_ON and soft and self.rules["soft_17"] == "hit")

    def needs_dealer_card(self, box: RecountBox) -> bool:
        """Return whether a bet in this part of a box depends on the dealer's second card."""
        if "dealer_pair" in box.side_bets or (box.insurance and self.blackjack_possible):
            return True
        return any(not self.is_final(box, hand) for hand in box.hands)

    def is_final(self, box: RecountBox, hand: RecountHand) -> bool:
        if hand.end in ("early_surrender", "even_money"):
            return True
        if is_bust(hand):
            more = len(box.hands) > 1 or any(other.added for other in box.hands)
            original = self.rules["dealer_blackjack_takes"] == "original_bet"
            return not (original and more and self.blackjack_possible)
        return not is_compared(self.rules, hand) and not self.blackjack_possible

    def build_result(self, bettors: Mapping[int, int]) -> dict[str, Any]:
        """Return the dealer's cards and the payouts of one player's bets, in the format of a stored result.

        `bettors` are the player's bettor numbers by box.
        """
        value, soft = hand_total(self.dealer)
        return {
            "dealer": {
                "cards": list(self.dealer),
                "total": value,
                "soft": soft,
                "blackjack": has_blackjack(self.rules, self.dealer),
                "bust": value > BEST,
            },
            "seats": [
                self.build_box_result(box, bettors[box.number])
                for box in self.boxes
                if box.number in bettors
            ],
        }

    def build_box_result(self, box: RecountBox, bettor: int) -> dict[str, Any]:
        """Return a bettor's part of a box; followed hands carry their number in the box."""
        paid = settle_box(self.rules, box.part_for(bettor), self.dealer, peeked=self.peeked)
        if bettor == FIRST:
            return paid
        numbers = [n for n, hand in enumerate(box.hands, 1) if bettor in hand.behind]
        hands = [{"hand": n, **hand} for n, hand in zip(numbers, paid["hands"], strict=True)]
        return {**paid, "bettor": bettor, "hands": hands}


@dataclass(frozen=True, slots=True)
class _Made:
    """A decision, its amount in units if it has one, and the bettors behind who add no money to it."""

    verb: str
    amount: int | None
    staying: Sequence[int]


def _adding_behind(box: RecountBox, hand: RecountHand, made: _Made) -> list[int]:
    """Bettors behind who add money with this decision. Raises RuleViolation."""
    following = [bettor for bettor in hand.behind if box.followers[bettor].adds_at(made.verb)]
    if not set(made.staying) <= set(following):
        raise RuleViolation("decision_not_offered", made.verb)
    return [bettor for bettor in following if bettor not in made.staying]


def _split_off(box: RecountBox, hand: RecountHand, adding: Sequence[int]) -> RecountHand:
    """Split a hand in two and return the right one. A bet behind that adds no money stays on one hand."""
    right = RecountHand([hand.cards.pop()], hand.stake, split=True)
    hand.split = True
    for bettor, wager in list(hand.behind.items()):
        goes_right = box.followers[bettor].stays_right
        if bettor in adding or goes_right:
            right.behind[bettor] = RecountWager(wager.stake)
        if bettor not in adding and goes_right:
            del hand.behind[bettor]
    return right
