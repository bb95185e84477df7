"""`Round`: one round of the game as a value. Every action gives a new round and leaves the old one as it was."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Literal, NamedTuple

from blackjack import course, dealer, settlement, view
from blackjack.actions import Action, IllegalAction
from blackjack.bets import Bet, Seat, checked_bets
from blackjack.canonical import digest_of
from blackjack.cards import Card
from blackjack.fields import is_whole
from blackjack.hands import Hand, Total, total_of
from blackjack.rules import Rules

Draw = Callable[[int], Card]
"""Gives card number k of the round, from 0; asked twice, it gives the same card."""

Phase = Literal["before_peek", "play"]


class RoundNotOverError(RuntimeError):
    """The cards of a round, asked for while one of them may be face down."""

    code: ClassVar[str] = "round_not_over"

    def __init__(self) -> None:
        """Say why they are kept."""
        super().__init__("the cards of a round are shown when it is over")


class Turn(NamedTuple):
    """Who is asked: the seat's number, its hand counted from 1, and the phase."""

    seat: int
    hand: int
    phase: Phase


@dataclass(frozen=True, slots=True)
class Round:
    """A round between two actions; it starts with `Round.start`.

    `dealer` holds the cards that lie open. A card face down is in no field: it is number `face_down` of `draw`.
    `blackjack_possible` is true while the dealer's second card, not looked at yet, may make a blackjack.
    """

    rules: Rules
    seats: tuple[Seat, ...]
    dealer: tuple[Card, ...]
    cards_drawn: int
    face_down: int | None
    blackjack_possible: bool
    draw: Draw = field(repr=False, compare=False)
    turn: Turn | None = None
    legal_actions: tuple[str, ...] = ()
    """Every verb that may be played now, and the only word on it; empty only when the round is complete."""

    @classmethod
    def start(cls, rules: Rules, bets: Iterable[Bet], draw: Draw) -> Round:
        """Accept the bets (or raise a BetError), deal, and go on to the first decision."""
        placed = checked_bets(rules, bets)
        count = len(placed)
        firsts = [draw(k) for k in range(count)]
        upcard = draw(count)
        pairs = [(first, draw(count + 1 + k)) for k, first in enumerate(firsts)]
        seats = tuple(
            Seat(bet.seat, (Hand(cards, bet.stake),), cards, bet.side_bets)
            for bet, cards in zip(placed, pairs, strict=True)
        )
        drawn, face_down = 2 * count + 1, None
        if rules.hole_card == "dealt":
            draw(drawn)
            drawn, face_down = drawn + 1, drawn
        possible = dealer.can_make_blackjack(rules, upcard)
        dealt = cls(rules, seats, (upcard,), drawn, face_down, possible, draw)
        return course.ask_before_peek(dealt)

    def play(self, action: Action | str) -> Round:
        """Return the round after `action` of the seat whose turn it is; what is not legal is an IllegalAction."""
        return course.after(self, self._legal(action))

    @property
    def complete(self) -> bool:
        """Whether the round is over and settled."""
        return self.turn is None

    @property
    def phase(self) -> Phase | None:
        """The phase of the turn, None when the round is complete."""
        return None if self.turn is None else self.turn.phase

    @property
    def in_turn(self) -> tuple[Seat, int]:
        """The seat whose turn it is, and the place of its hand, counted from 0; an IllegalAction when it is over."""
        if self.turn is None:
            raise IllegalAction("turn", ())
        return self._seat(self.turn.seat), self.turn.hand - 1

    def asking(self, seat: int, place: int, phase: Phase, legal: tuple[str, ...]) -> Round:
        """Return this round with the seat's hand number `place`, counted from 0, asked for one of the `legal` verbs."""
        return replace(self, turn=Turn(seat, place + 1, phase), legal_actions=legal)

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards in the order drawn, without one that stayed `face_down`; a RoundNotOverError before the end."""
        if not self.complete:
            raise RoundNotOverError
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
        stake = self._stake_in_turn
        if verb == "double" and self.rules.double_for_less:
            return 1, stake
        return (
            (1, stake // 2) if verb == "insure" and self.rules.insurance == "up_to_half" else None
        )

    def cost(self, action: Action | str) -> int:
        """Return the new money that a legal action takes from the player; else raise an IllegalAction."""
        chosen = self._legal(action)
        if chosen.verb not in ("double", "split", "insure"):
            return 0
        stake = self._stake_in_turn
        return chosen.amount or (stake // 2 if chosen.verb == "insure" else stake)

    def staked(self, seat: int) -> int:
        """Return all money that the seat with this number has put in so far."""
        return self._seat(seat).staked

    def returned(self, seat: int) -> int | None:
        """Return all money that comes back to the seat with this number, None before the end of the round."""
        return view.returned(self, self._seat(seat))

    def public(self) -> dict[str, Any]:
        """Return what everyone at the table sees, in the shape of the conformance output, amounts in units."""
        return view.public(self)

    @property
    def state_hash(self) -> str:
        """The hex SHA-256 of the canonical JSON of `public()`."""
        return digest_of(self.public())

    def result(self, seat: Seat, place: int) -> settlement.Result:
        """Return what is certain about the seat's hand number `place`, counted from 0."""
        if self.complete and self.face_down is None and len(self.dealer) > 1:
            total, blackjack = self.dealer_total.value, self.dealer_blackjack
            return settlement.final_result(self.rules, seat, place, total, blackjack=blackjack)
        return settlement.certain_result(
            self.rules, seat, place, blackjack_possible=self.blackjack_possible
        )

    def _legal(self, action: Action | str) -> Action:
        if isinstance(action, str):
            try:
                action = Action.parse(action)
            except IllegalAction as error:
                raise IllegalAction(error.action, self.legal_actions) from error
        if action.verb not in self.legal_actions:
            raise IllegalAction(action.text(), self.legal_actions)
        amounts = self.action_amounts(action.verb)
        if action.amount is None:
            return action
        if amounts is None or not is_whole(action.amount):
            raise IllegalAction(f"{action.verb}:{action.amount!r}", self.legal_actions)
        if not amounts[0] <= action.amount <= amounts[1]:
            raise IllegalAction(action.text(), self.legal_actions, amounts)
        return action

    def _seat(self, number: int) -> Seat:
        return next(seat for seat in self.seats if seat.number == number)

    @property
    def _stake_in_turn(self) -> int:
        seat, place = self.in_turn
        return seat.hands[place].stake
