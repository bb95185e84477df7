"""A finished round dealt, decided and paid a second time, from its stored facts and the rules' text.

It shares nothing with the engine that served the round: a fault there, or in a paytable, shows as a difference.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

from compliance.recount.values.cards import ACE, BEST, TEN, points, total
from compliance.recount.values.hands import (
    RecountBox,
    RecountHand,
    Rules,
    is_asked,
    is_bust,
    is_natural,
    is_plain,
)
from compliance.recount.values.payouts import box_paid, has_blackjack

UNIT: Final = Decimal("0.0001")
"""Of a currency: amounts are whole numbers of it, but in the text of a decision."""

STANDS_ON: Final = 17
_BEFORE_PEEK: Final = ("surrender", "insure", "even_money", "decline")
_IN_PLAY: Final = ("hit", "stand", "double", "split", "surrender")


class NotByTheRules(ValueError):
    """Facts that the rules do not lead to, by a code: a decision that was not offered, or a card too few or too many."""

    def __init__(self, code: str, verb: str = "") -> None:
        super().__init__(f"{code} {verb}".rstrip())
        self.code = code
        self.verb = verb


@dataclass(frozen=True, slots=True)
class RecountFacts:
    """Stored facts of a round. `bets` are box, stake and side bets; `cards` lack an unseen hole card."""

    rules: Rules
    bets: Sequence[tuple[int, int, Mapping[str, int]]]
    actions: Sequence[str]
    cards: Sequence[str]
    cards_drawn: int


def recount(facts: RecountFacts) -> dict[str, Any]:
    """Return the dealer's cards and every bet's payout, in the shape of a stored result. Raises NotByTheRules."""
    table = _RecountTable(facts)
    over = table.deal()
    if not over:
        for box in table.boxes:
            table.play_box(box)
        table.play_dealer()
    return table.result()


class _RecountTable:
    def __init__(self, facts: RecountFacts) -> None:
        self.rules, self.facts = facts.rules, facts
        self.boxes = [
            RecountBox(number, sides, [RecountHand([], stake)])
            for number, stake, sides in sorted(facts.bets, key=lambda bet: bet[0])
        ]
        self.cards: list[str | None] = list(facts.cards)
        if len(self.cards) == facts.cards_drawn - 1 and self.rules["hole_card"] == "dealt":
            self.cards.insert(2 * len(self.boxes) + 1, None)
        self.taken, self.decided = 0, 0
        self.dealer: list[str] = []
        self.hole: str | None = None
        self.peeked = False

    def draw(self) -> str:
        card = self._next()
        if card is None:
            raise NotByTheRules("hole_card_not_shown")
        return card

    def _next(self) -> str | None:
        if self.taken >= len(self.cards):
            raise NotByTheRules("card_missing")
        self.taken += 1
        return self.cards[self.taken - 1]

    def decision(self, known: Sequence[str]) -> tuple[str, int | None]:
        """Return the next verb and its amount in units, if it names one."""
        if self.decided >= len(self.facts.actions):
            raise NotByTheRules("decision_missing")
        verb, _, amount = self.facts.actions[self.decided].partition(":")
        self.decided += 1
        if verb not in known:
            raise NotByTheRules("decision_not_offered", verb)
        return verb, int(Decimal(amount) / UNIT) if amount else None

    def deal(self) -> bool:
        """Deal, resolve offers before the peek, and peek; return whether the round is over."""
        for box in self.boxes:
            box.hands[0].cards.append(self.draw())
        self.dealer = [self.draw()]
        for box in self.boxes:
            box.hands[0].cards.append(self.draw())
            box.first_two = tuple(box.hands[0].cards)
        if self.rules["hole_card"] == "dealt":
            self.hole = self._next()
        for box in self.boxes:
            self.before_peek(box)
        return self.peek()

    @property
    def upcard(self) -> int:
        return points(self.dealer[0])

    @property
    def blackjack_possible(self) -> bool:
        """Whether the dealer, before a peek, may have blackjack."""
        return bool(self.rules["naturals"]) and not self.peeked and self.upcard in (ACE, TEN)

    def before_peek(self, box: RecountBox) -> None:
        hand, rules = box.hands[0], self.rules
        if not self.blackjack_possible:
            return
        ace, natural = self.upcard == ACE, is_natural(rules, hand)
        early = rules["surrender"] == "early" or (
            rules["surrender"] == "early_vs_non_ace" and not ace
        )
        paid_even = ace and natural and rules["even_money"]
        if not ((early and not natural) or (ace and rules["insurance"] != "none") or paid_even):
            return
        verb, amount = self.decision(_BEFORE_PEEK)
        if verb == "insure":
            box.insurance = hand.stake // 2 if amount is None else amount
        elif verb != "decline":
            hand.end = "early_surrender" if verb == "surrender" else verb

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
            raise NotByTheRules("hole_card_not_shown")
        self.dealer.append(self.hole)

    def play_box(self, box: RecountBox) -> None:
        place = 0
        while place < len(box.hands):
            if is_asked(self.rules, box, box.hands[place]):
                self.play_decision(box, place)
            else:
                place += 1

    def play_decision(self, box: RecountBox, place: int) -> None:
        hand = box.hands[place]
        verb, amount = self.decision(_IN_PLAY)
        if verb == "split":
            right = RecountHand([hand.cards.pop()], hand.stake, split=True)
            hand.split = True
            box.hands.insert(place + 1, right)
            hand.cards.append(self.draw())
            right.cards.append(self.draw())
            return
        if verb in ("hit", "double"):
            hand.cards.append(self.draw())
        if verb == "double":
            hand.added = hand.stake if amount is None else amount
        if verb != "hit":
            hand.end = verb

    def play_dealer(self) -> None:
        needed = any(self.waits(box) for box in self.boxes)
        if self.hole is not None and (needed or self.rules["show_hole_card"] == "always"):
            self.show_hole()
        elif needed:
            if self.rules["hole_card"] == "dealt":
                self.show_hole()
            self.dealer.append(self.draw())
        plain = any(is_plain(self.rules, hand) for box in self.boxes for hand in box.hands)
        if needed and plain and not has_blackjack(self.rules, self.dealer):
            while self.dealer_draws():
                self.dealer.append(self.draw())

    def dealer_draws(self) -> bool:
        limit, (value, soft) = self.rules["max_cards"], total(self.dealer)
        if limit is not None and len(self.dealer) >= limit:
            return False
        return value < STANDS_ON or (value == STANDS_ON and soft and self.rules["soft_17"] == "hit")

    def waits(self, box: RecountBox) -> bool:
        """Whether a bet of the box depends on the dealer's second card."""
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
        return not is_plain(self.rules, hand) and not self.blackjack_possible

    def result(self) -> dict[str, Any]:
        if self.decided != len(self.facts.actions):
            raise NotByTheRules("decision_left_over")
        if self.taken != self.facts.cards_drawn or self.taken != len(self.cards):
            raise NotByTheRules("card_left_over")
        value, soft = total(self.dealer)
        return {
            "dealer": {
                "cards": list(self.dealer),
                "total": value,
                "soft": soft,
                "blackjack": has_blackjack(self.rules, self.dealer),
                "bust": value > BEST,
            },
            "seats": [
                box_paid(self.rules, box, self.dealer, peeked=self.peeked) for box in self.boxes
            ],
        }


def first_difference(recounted: Any, stored: Any, path: str = "") -> str | None:
    """Return where two results differ first, and how ("path: recomputed ≠ stored"); None where they agree. Keys that only the stored one has are passed by."""
    if isinstance(recounted, dict) and isinstance(stored, dict):
        pairs = [(key, value, stored.get(key)) for key, value in recounted.items()]
        if path.endswith("side_bets") and recounted.keys() != stored.keys():
            return f"{path}: {sorted(recounted)} ≠ {sorted(stored)}"
    elif isinstance(recounted, list) and isinstance(stored, list):
        if len(recounted) != len(stored):
            return f"{path}: {recounted} ≠ {stored}"
        pairs = [(n, *both) for n, both in enumerate(zip(recounted, stored, strict=True), 1)]
    else:
        return None if recounted == stored else f"{path}: {recounted} ≠ {stored}"
    for key, one, other in pairs:
        found = first_difference(one, other, f"{path}.{key}" if path else str(key))
        if found:
            return found
    return None
