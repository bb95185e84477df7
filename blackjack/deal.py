"""`Deal`: one deal of the game as a value. Every action gives a new deal and leaves the old one as it was."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from blackjack import course, dealer, legality, settlement, view
from blackjack.actions import WITH_FOLLOWERS, Action, IllegalAction, Phase, Turn
from blackjack.bets import FIRST, Bet, Box, checked_bets
from blackjack.canonical import digest_of
from blackjack.cards import Card
from blackjack.fields import is_whole
from blackjack.hands import Total, total_of
from blackjack.rules import Rules

Draw = Callable[[int], Card]
"""Gives card number k of the deal, from 0; asked twice, it gives the same card."""


class DealNotOverError(RuntimeError):
    """The cards of a deal, asked for while one of them may be face down."""

    code: ClassVar[str] = "round_not_over"

    def __init__(self) -> None:
        """Say why they are kept."""
        super().__init__("the cards of a round are shown when it is over")


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal between two actions; it starts with `Deal.start`.

    `dealer` holds the cards that lie open. A card face down is in no field: it is number `face_down` of `draw`.
    `blackjack_possible` is true while the dealer's second card, not looked at yet, may make a blackjack.
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
    """Every verb that may be played now, and the only word on it; empty only when the deal is complete."""

    @classmethod
    def start(cls, rules: Rules, bets: Iterable[Bet], draw: Draw) -> Deal:
        """Accept the bets (or raise a BetError), deal, and go on to the first decision.

        `draw` is asked for a card to each box in ascending order, the upcard, a second card to each box and, where
        `hole_card` is "dealt", the dealer's second card, at once; so card k of the deal is always the same card.
        """
        placed = checked_bets(rules, bets)
        count = len(placed)
        firsts = [draw(k) for k in range(count)]
        upcard = draw(count)
        pairs = [(first, draw(count + 1 + k)) for k, first in enumerate(firsts)]
        boxes = tuple(Box.opened(*pair) for pair in zip(placed, pairs, strict=True))
        drawn, face_down = 2 * count + 1, None
        if rules.hole_card == "dealt":
            draw(drawn)
            drawn, face_down = drawn + 1, drawn
        possible = dealer.can_make_blackjack(rules, upcard)
        dealt = cls(rules, boxes, (upcard,), drawn, face_down, possible, draw)
        return course.ask_before_peek(dealt)

    def play(self, action: Action | str) -> Deal:
        """Return the deal after `action` of the bettor whose turn it is; what is not legal is an IllegalAction.

        An amount in a text is whole units: "double:4" adds 4. `Action.parse` reads decimals.
        """
        return course.after(self, self._legal(action))

    @property
    def complete(self) -> bool:
        """Whether the deal is over and settled."""
        return self.turn is None

    @property
    def phase(self) -> Phase | None:
        """The phase of the turn, None when the deal is complete."""
        return None if self.turn is None else self.turn.phase

    @property
    def in_turn(self) -> tuple[Box, int]:
        """The box whose turn it is, and the place of its hand, counted from 0; an IllegalAction when it is over."""
        if self.turn is None:
            raise IllegalAction("turn", ())
        return self._box(self.turn.box), self.turn.hand - 1

    def asking(self, turn: Turn, legal: tuple[str, ...]) -> Deal:
        """Return this deal waiting for one of the `legal` verbs of the one whose `turn` it is."""
        return self._changed(self.boxes, self.cards_drawn, turn, legal)

    def with_boxes(self, boxes: tuple[Box, ...], cards_drawn: int) -> Deal:
        """Return this deal with changed boxes after so many cards."""
        return self._changed(boxes, cards_drawn, self.turn, self.legal_actions)

    def _changed(
        self, boxes: tuple[Box, ...], drawn: int, turn: Turn | None, legal: tuple[str, ...]
    ) -> Deal:
        """Return the deal with what every decision changes; written out, this takes a third of `replace`'s time."""
        others = (self.face_down, self.blackjack_possible, self.draw)
        return Deal(self.rules, boxes, self.dealer, drawn, *others, turn, legal)

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards in the order drawn, without one that stayed `face_down`; a DealNotOverError before the end."""
        if not self.complete:
            raise DealNotOverError
        return tuple(self.draw(k) for k in range(self.cards_drawn) if k != self.face_down)

    @property
    def dealer_total(self) -> Total:
        """What the dealer's open cards are worth."""
        return total_of(self.dealer)

    @property
    def dealer_blackjack(self) -> bool:
        """Whether the dealer's open cards are a blackjack."""
        return dealer.is_blackjack(self.rules, self.dealer)

    def action_amounts(self, verb: str) -> tuple[int, int] | None:
        """Return the least and the most that may be named with `verb` now, None where no amount is taken."""
        if verb not in self.legal_actions:
            return None
        if verb == "double" and self.rules.double_for_less:
            return 1, self._stake_in_turn
        if verb == "insure" and self.rules.insurance == "up_to_half":
            return 1, self._stake_in_turn // 2
        return None

    def cost(self, action: Action | str) -> int:
        """Return the new money that a legal action takes from the bettor whose turn it is; else raise an IllegalAction."""
        chosen = self._legal(action)
        if chosen.verb not in ("double", "split", "insure"):
            return 0
        stake = self._stake_in_turn
        return chosen.amount or (stake // 2 if chosen.verb == "insure" else stake)

    def costs_behind(self, action: Action | str) -> Mapping[int, int]:
        """Return the new money that a legal action takes from the box's followers, by number of bettor."""
        chosen = self._legal(action)
        if chosen.verb not in WITH_FOLLOWERS:
            return {}
        box, place = self.in_turn
        wagers = box.hands[place].behind
        if not wagers:
            return {}
        follows = set(self._following) - set(chosen.staying)
        return {
            bettor: wager.stake
            for bettor, wager in enumerate(wagers, FIRST + 1)
            if wager and bettor in follows
        }

    def staked(self, box: int, bettor: int = FIRST) -> int:
        """Return all money that a bettor of the box with this number has put in so far; a LookupError if there is none."""
        return self._box(box).part(bettor).staked

    def returned(self, box: int, bettor: int = FIRST) -> int | None:
        """Return all money that comes back to a bettor of the box, None before the end; a LookupError if there is none."""
        return view.returned(self, self._box(box).part(bettor))

    def public(self) -> dict[str, Any]:
        """Return what everyone at the table sees, in the shape of the conformance output, amounts in units."""
        return view.public(self)

    @property
    def state_hash(self) -> str:
        """The hex SHA-256 of the canonical JSON of `public()`."""
        return digest_of(self.public())

    def result(self, box: Box, place: int) -> settlement.Result:
        """Return what is certain about hand number `place`, counted from 0, of a box or of a bettor's part of one.

        Outcome and payout are None as long as they are not certain; a payout is in units, the stake part of it.
        """
        if self.complete and self.face_down is None and len(self.dealer) > 1:
            total, blackjack = self.dealer_total.value, self.dealer_blackjack
            return settlement.final_result(self.rules, box, place, total, blackjack=blackjack)
        return settlement.certain_result(
            self.rules, box, place, blackjack_possible=self.blackjack_possible
        )

    def _legal(self, action: Action | str) -> Action:
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
        """Tell whether those that stay would follow, each named once and in order."""
        named = [bettor for bettor in self._following if bettor in action.staying]
        return action.verb in WITH_FOLLOWERS and list(action.staying) == named

    @property
    def _following(self) -> tuple[int, ...]:
        box, place = self.in_turn
        return legality.following(box, box.hands[place])

    def _box(self, number: int) -> Box:
        for box in self.boxes:
            if box.number == number:
                return box
        raise LookupError(f"box {number} is not in the deal")

    @property
    def _stake_in_turn(self) -> int:
        box, place = self.in_turn
        bettor = FIRST if self.turn is None else self.turn.bettor
        return box.part(bettor).hands[place].stake
