"""`Deal`: one deal at a table as an immutable value."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from blackjack import course, dealer, view
from blackjack.actions import Action
from blackjack.bets import FIRST, Bet, Box, check_bets
from blackjack.canonical import json_digest
from blackjack.rules import Rules
from blackjack.state import DealNotOverError, DealState, Draw

__all__ = ["Deal", "DealNotOverError", "Draw"]


class Deal(DealState):
    """A deal between two actions; created by `Deal.start`."""

    __slots__ = ()

    @classmethod
    def start(cls, rules: Rules, bets: Iterable[Bet], draw: Draw) -> Deal:
        """Validate the bets, deal, and advance to the first decision. Raises BetError.

        `draw` is called for one card to each box in ascending order, the upcard, a second card to
        each box and, if `hole_card` is "dealt", the dealer's second card. It must return the same
        card each time it is called with the same number.
        """
        placed = check_bets(rules, bets)
        count = len(placed)
        firsts = [draw(k) for k in range(count)]
        upcard = draw(count)
        pairs = [(first, draw(count + 1 + k)) for k, first in enumerate(firsts)]
        boxes = tuple(Box.from_bet(*pair) for pair in zip(placed, pairs, strict=True))
        drawn, face_down = 2 * count + 1, None
        if rules.hole_card == "dealt":
            draw(drawn)
            drawn, face_down = drawn + 1, drawn
        possible = dealer.can_make_blackjack(rules, upcard)
        dealt = cls(rules, boxes, (upcard,), drawn, face_down, possible, draw)
        return course.advance_before_peek(dealt)

    def play(self, action: Action | str) -> Deal:
        """Return the deal after `action` of the bettor whose turn it is. Raises IllegalAction.

        Amounts in text are whole units: "double:4" adds 4. `Action.parse` reads decimals.
        """
        return course.apply_action(self, self.check_action(action))

    def staked(self, box: int, bettor: int = FIRST) -> int:
        """Return all money staked so far by a bettor of this box. Raises LookupError if there is no such bettor."""
        return self.find_box(box).part(bettor).staked

    def returned(self, box: int, bettor: int = FIRST) -> int | None:
        """Return all money returned to a bettor of this box, None before the end. Raises LookupError if there is no such bettor."""
        return view.total_returned(self, self.find_box(box).part(bettor))

    def public(self) -> dict[str, Any]:
        """Return the public state in the shape of the conformance output, amounts in units."""
        return view.public(self)

    def public_for(self, bettors: Mapping[int, int]) -> dict[str, Any]:
        """Return the public state with one player's boxes only; `bettors` maps each box to the player's number on it."""
        return view.public_for(self, bettors)

    @property
    def state_hash(self) -> str:
        """Hex SHA-256 of the canonical JSON of `public()`."""
        return json_digest(self.public())
