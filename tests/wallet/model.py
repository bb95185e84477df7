"""Reference model of the ledger in plain Python: the expected answer to each request. No SQL, locks or house
accounts.

Money lies at places: ("account", player, currency), ("round", number, player, currency) and
("withdrawal", number, player, currency, units). A settled round's debt is at ("owed", number,
player, currency), the amount held of it at ("suspense", number, player, currency). A request that
could be refused for two reasons may get either.
"""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from journal.refusals import Refusal, SentBefore
from wallet.ledger.refusals import (
    AlreadyReversed,
    InsufficientFunds,
    LedgerFault,
    NotReversible,
    ReceivableDiffers,
    StakesDiffer,
    WithdrawalDiffers,
)

Place = tuple[Any, ...]
Answer = dict[str, int] | set[type[Refusal | LedgerFault]]
WHY: dict[str, type[Refusal | LedgerFault]] = {
    "account": InsufficientFunds,
    "round": StakesDiffer,
    "withdrawal": WithdrawalDiffers,
    "owed": ReceivableDiffers,
}


@dataclass(frozen=True)
class Move:
    """Amounts by place, with the conditions of the move.

    `ends`: the place that it empties for good. `once`: the name that it uses up. `of`: the round
    that must have ended. A `final` move cannot be undone.
    """

    legs: tuple[tuple[Place, int], ...]
    ends: Place | None = None
    once: UUID | None = None
    of: Place | None = None
    final: bool = False


@dataclass(frozen=True)
class Undo:
    """Reversal of the request with this key."""

    original: UUID
    reason: str


@dataclass
class Model:
    """Balances and holds by place, and answers by key. `gone` has ended rounds, used names and undone keys."""

    at: Counter[Place] = field(default_factory=Counter)
    answers: dict[UUID, tuple[Move | Undo, Answer]] = field(default_factory=dict)
    gone: set[Any] = field(default_factory=set)

    def ask(self, key: UUID, asked: Move | Undo) -> Answer:
        """Apply the request and return the balances by currency, or return the reasons for a refusal."""
        if key in self.answers:
            first, answer = self.answers[key]
            return answer if first == asked else {SentBefore}
        move, sign = asked, 1
        if isinstance(asked, Undo):
            move, sign = self.answers[asked.original][0], -1
        if isinstance(move, Undo):
            return {NotReversible}
        if sign < 0 and (move.final or any(place[0] == "withdrawal" for place, _ in move.legs)):
            return {NotReversible}
        if isinstance(asked, Undo) and asked.original in self.gone:
            return {AlreadyReversed}
        after = {place: self.at[place] + sign * units for place, units in move.legs}
        wrong = self.wrong(move, sign, after)
        if wrong:
            return wrong
        self.at.update({place: sign * units for place, units in move.legs})
        self.gone |= {move.once, move.ends} - {None} if sign > 0 else set()
        if isinstance(asked, Undo):
            self.gone = self.gone - {move.ends} | {asked.original}
        self.answers[key] = asked, {place[2]: after[place] for place in after if len(place) == 3}
        return self.answers[key][1]

    def wrong(
        self, move: Move, sign: int, after: dict[Place, int]
    ) -> set[type[Refusal | LedgerFault]]:
        """Return the reasons why places and rounds refuse a move that leads to these amounts."""
        wrong = {WHY[place[0]] for place, units in after.items() if units < 0}
        if sign > 0 and (move.once in self.gone or after.get(move.ends or (), 0)):
            wrong.add(WithdrawalDiffers if move.once else StakesDiffer)
        if any(at in self.gone and at != move.ends and after[at] > 0 for at in after):
            wrong.add(StakesDiffer)
        if move.of is not None and move.of not in self.gone:
            wrong.add(StakesDiffer)
        return wrong
