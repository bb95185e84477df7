"""A player at a live table: seats, sealed bets, decisions in a few words.

A sealed bet sends the hash of a seed of the player's own. The seed itself is opened when the list
of everybody's seals is fixed, so nobody, the house included, could choose theirs by it.
"""

import secrets
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, Final
from uuid import UUID

from ligalo_client.bets import BoxBet
from ligalo_client.generated.client import Operations
from ligalo_client.generated.models import (
    Answers,
    BoxNumber,
    ClockPhase,
    ExchangeStatus,
    LiveBet,
    LiveDecision,
    LiveTable as State,
    Money,
    NewSeal,
    OpenedSeal,
    OwnPart,
    PossibleAction,
    PublicTable,
    Round,
    Seal,
)
from ligalo_client.generated.types import UNSET
from ligalo_client.problems import DishonestSeals

_SALT_BYTES: Final = 16


def seal_seed(seed: str) -> str:
    """Return the seal of a seed."""
    return sha256(seed.encode()).hexdigest()


def hash_seals(seals: Sequence[Seal]) -> str:
    """Return the hash of a list of seals, as the table shows it."""
    lines = (f"{one.box}={one.seal}\n" for one in sorted(seals, key=lambda one: one.box))
    return sha256("".join(lines).encode()).hexdigest()


class LiveTable:
    """The signed-in player at a live table. `state` is as of the last request."""

    def __init__(self, operations: Operations, table: str, currency: str | None = None) -> None:
        self._operations, self.table = operations, table
        self._currency: Any = currency or UNSET
        self.seed = ""
        """Seed of the newest sealed bet."""
        self.commitments: dict[UUID, str] = {}
        """Commitments shown before the first card, by shoe, to verify the transcripts with."""
        self.state: State = self.refresh()

    def refresh(self) -> State:
        """Ask for the state again. Asking at least every 20 seconds keeps the seats."""
        return self._note(self._operations.get_live_table(self.table, currency=self._currency))

    def _note(self, state: State) -> State:
        self.state = state
        for shoe in (state.public.shoe, state.public.next_shoe):
            if shoe is not None:
                self.commitments.setdefault(shoe.id, shoe.commitment)
        return state

    @property
    def public(self) -> PublicTable:
        """What everybody sees."""
        return self.state.public

    @property
    def own(self) -> OwnPart:
        """The player's own part."""
        return self.state.own

    @property
    def round(self) -> Round:
        """The player's round in the deal that runs or is just over. Raises LookupError without one."""
        if self.own.round_ is None:
            raise LookupError(self.table)
        return self.own.round_

    @property
    def actions(self) -> Mapping[str, PossibleAction]:
        """The actions of the player's turn, by name; empty if another is asked."""
        in_turn = self.public.phase == ClockPhase.TURNS
        is_asked = in_turn and not set(self.own.seats).isdisjoint(self.public.asked)
        return {one.action: one for one in self.round.actions if one.enabled} if is_asked else {}

    def take_seat(self, box: int) -> State:
        """Take a free box."""
        body = BoxNumber(box=box)
        return self._note(self._operations.take_seat(self.table, body=body))

    def leave(self) -> State:
        """Leave all seats, at once or after the deal."""
        return self._note(self._operations.leave_seats(self.table))

    def bet(self, *bets: BoxBet) -> State:
        """Bet on own seats for the next deal, sealed. It replaces an earlier bet. Raises LigaloError."""
        shoe = self.public.shoe
        if shoe is None:
            raise LookupError(self.table)
        currency = self.own.balance.currency
        body = {
            "shoe": str(shoe.id),
            "commitment": shoe.commitment,
            "nonce": self.public.nonce,
            "attempt": self.own.attempt,
            "boxes": [one.describe(currency) for one in bets],
            "seal": self._draw_seal(),
        }
        wager = LiveBet.from_dict(body)
        return self._note(self._operations.place_live_bet(self.table, body=wager))

    def _draw_seal(self) -> str:
        """Draw a new seed for the next deal and return its seal."""
        self.seed = f"{self.own.client_seed}-{secrets.token_hex(_SALT_BYTES)}"
        return seal_seed(self.seed)

    @property
    def may_open_seal(self) -> bool:
        """Whether the list of seals is fixed and has this client's."""
        exchange = self.public.exchange
        is_listed = seal_seed(self.seed) in {one.seal for one in self.public.seals}
        return exchange is not None and exchange.status == ExchangeStatus.OPENING and is_listed

    def open_seal(self) -> State:
        """Open the seed, within three seconds after the list is fixed. Raises DishonestSeals, LigaloError.

        The seed stays closed if the list is not the one of its hash or lacks the seal.
        """
        seals, digest = self.public.seals, self.public.seals_hash
        if hash_seals(seals) != digest or seal_seed(self.seed) not in {one.seal for one in seals}:
            raise DishonestSeals
        body = OpenedSeal(seals_hash=digest, seat_seed=self.seed)
        return self._note(self._operations.open_seal(self.table, body=body))

    def seal_again(self) -> State:
        """Seal a new seed, when a second exchange asks for it because a seat did not open."""
        body = NewSeal(seal=self._draw_seal())
        return self._note(self._operations.seal_again(self.table, body=body))

    def mark_ready(self) -> State:
        """End the pause between two deals early, once everybody is ready."""
        return self._note(self._operations.mark_ready(self.table))

    def decide(self, action: str, amount: Money | None = None) -> State:
        """Play an action in the player's turn. Raises LigaloError."""
        more = {} if amount is None else {"amount": amount.to_dict()}
        found = self.round
        body = {"round": str(found.id), "step": found.step, "action": action, **more}
        decision = LiveDecision.from_dict(body)
        return self._note(self._operations.make_live_decision(self.table, body=decision))

    def answer(self, answers: Mapping[int, str]) -> State:
        """Answer the questions before the peek: an action for each box that is asked."""
        listed = [{"box": box, "action": action} for box, action in answers.items()]
        body = Answers.from_dict({"round": str(self.round.id), "answers": listed})
        return self._note(self._operations.give_answers(self.table, body=body))
