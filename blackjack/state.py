"""State of a deal between two actions, from which play and the public view are computed."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Self

from blackjack import dealer, legality, settlement
from blackjack.actions import WITH_FOLLOWERS, Action, IllegalAction, Phase, Turn
from blackjack.bets import FIRST, Box
from blackjack.cards import Card
from blackjack.fields import is_whole
from blackjack.hands import Total, total_of
from blackjack.rules import Rules

Draw = Callable[[int], Card]
"""Returns card number k of the deal, from 0; always the same card for the same k."""


class DealNotOverError(RuntimeError):
    """Cards requested before the end of the deal; they are secret, because one may be face down."""

    code: ClassVar[str] = "round_not_over"

    def __init__(self) -> None:
        super().__init__("the cards of a round are shown when it is over")


@dataclass(frozen=True, slots=True)
class DealState:
    """Fields of a `Deal`, and values that follow from them.

    `dealer` holds the open cards. A face-down card is in no field: it is card number `face_down` of
    `draw`. `blackjack_possible` is True while the dealer's second card, still unknown, may make a
    blackjack.
    """

    rules: Rules
    boxes: tuple[Box, ...]
    dealer: tuple[Card, ...]
    cards_drawn: int
    face_down: int | None
    blackjack_possible: bool
    draw: Draw = field(repr=False, compare=False)
    turn: Turn | None = None
    legal_actions: tuple[str, ...] = ()
    """All verbs that are legal now; empty only when the deal is complete."""

    @property
    def complete(self) -> bool:
        """True if the deal is over and settled."""
        return self.turn is None

    @property
    def phase(self) -> Phase | None:
        """The phase of the turn, None when the deal is complete."""
        return None if self.turn is None else self.turn.phase

    @property
    def in_turn(self) -> tuple[Box, int]:
        """The box whose turn it is, and the index of its hand. Raises IllegalAction after the end."""
        if self.turn is None:
            raise IllegalAction("turn", ())
        return self.find_box(self.turn.box), self.turn.hand - 1

    def with_turn(self, turn: Turn, legal: tuple[str, ...]) -> Self:
        """Return this deal with this `turn` and its `legal` verbs."""
        return self._with(self.boxes, self.cards_drawn, turn, legal)

    def with_boxes(self, boxes: tuple[Box, ...], cards_drawn: int) -> Self:
        """Return this deal with changed boxes and number of cards drawn."""
        return self._with(boxes, cards_drawn, self.turn, self.legal_actions)

    def _with(
        self, boxes: tuple[Box, ...], drawn: int, turn: Turn | None, legal: tuple[str, ...]
    ) -> Self:
        """Return the deal with the fields that every action changes; takes a third of the time of `replace`."""
        others = (self.face_down, self.blackjack_possible, self.draw)
        return type(self)(self.rules, boxes, self.dealer, drawn, *others, turn, legal)

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards in the order drawn, without one that stayed `face_down`. Raises DealNotOverError before the end."""
        if not self.complete:
            raise DealNotOverError
        return tuple(self.draw(k) for k in range(self.cards_drawn) if k != self.face_down)

    @property
    def dealer_total(self) -> Total:
        """Total of the dealer's open cards."""
        return total_of(self.dealer)

    @property
    def dealer_blackjack(self) -> bool:
        """True if the dealer's open cards are a blackjack."""
        return dealer.is_blackjack(self.rules, self.dealer)

    def action_amounts(self, verb: str) -> tuple[int, int] | None:
        """Return the minimum and maximum amount for `verb` now, None if it takes no amount."""
        if verb not in self.legal_actions:
            return None
        if verb == "double" and self.rules.double_for_less:
            return 1, self._stake_in_turn
        if verb == "insure" and self.rules.insurance == "up_to_half":
            return 1, self._stake_in_turn // 2
        return None

    def cost(self, action: Action | str) -> int:
        """Return the new money that an action takes from the bettor whose turn it is. Raises IllegalAction."""
        chosen = self.check_action(action)
        if chosen.verb not in ("double", "split", "insure"):
            return 0
        stake = self._stake_in_turn
        return chosen.amount or (stake // 2 if chosen.verb == "insure" else stake)

    def costs_behind(self, action: Action | str) -> Mapping[int, int]:
        """Return the new money that an action takes from the box's followers, by bettor number. Raises IllegalAction."""
        chosen = self.check_action(action)
        if chosen.verb not in WITH_FOLLOWERS:
            return {}
        box, place = self.in_turn
        wagers = box.hands[place].behind
        if not wagers:
            return {}
        follows = set(self._following_bettors(chosen.verb)) - set(chosen.staying)
        return {
            bettor: wager.stake
            for bettor, wager in enumerate(wagers, FIRST + 1)
            if wager and bettor in follows
        }

    def result(self, box: Box, place: int) -> settlement.HandResult:
        """Return the certain part of the result of the hand at index `place`, of a box or of a bettor's part of one.

        Outcome and payout are None while they are uncertain. The payout is in units, stake
        included.
        """
        if self.complete and self.face_down is None and len(self.dealer) > 1:
            total, blackjack = self.dealer_total.value, self.dealer_blackjack
            return settlement.final_result(self.rules, box, place, total, blackjack=blackjack)
        return settlement.certain_result(
            self.rules, box, place, blackjack_possible=self.blackjack_possible
        )

    def check_action(self, action: Action | str) -> Action:
        """Validate an action and return it as an `Action`. Raises IllegalAction."""
        if isinstance(action, str):
            try:
                action = Action.parse(action)
            except IllegalAction as error:
                raise IllegalAction(error.action, self.legal_actions) from error
        if action.verb not in self.legal_actions:
            raise IllegalAction(action.text(), self.legal_actions)
        if action.staying and not self._may_stay(action):
            raise IllegalAction(action.text(), self.legal_actions)
        amounts = self.action_amounts(action.verb)
        if action.amount is None:
            return action
        if amounts is None or not is_whole(action.amount):
            raise IllegalAction(f"{action.verb}:{action.amount!r}", self.legal_actions)
        if not amounts[0] <= action.amount <= amounts[1]:
            raise IllegalAction(action.text(), self.legal_actions, amounts)
        return action

    def _may_stay(self, action: Action) -> bool:
        """Return whether the staying bettors would otherwise follow, each named once and in order."""
        if action.verb not in WITH_FOLLOWERS:
            return False
        following = self._following_bettors(action.verb)
        return list(action.staying) == [one for one in following if one in action.staying]

    def _following_bettors(self, verb: str) -> tuple[int, ...]:
        box, place = self.in_turn
        return legality.following_bettors(box, box.hands[place], verb)

    def find_box(self, number: int) -> Box:
        """Return the box with this number. Raises LookupError if nobody bet on it."""
        for box in self.boxes:
            if box.number == number:
                return box
        raise LookupError(f"box {number} is not in the deal")

    @property
    def _stake_in_turn(self) -> int:
        box, place = self.in_turn
        bettor = FIRST if self.turn is None else self.turn.bettor
        return box.part(bettor).hands[place].stake
