"""A player's place at a private table: bets and decisions in a few words."""

import secrets
from collections.abc import Mapping
from typing import Any, Final
from uuid import UUID

from ligalo_client.bets import BoxBet
from ligalo_client.generated.client import Operations
from ligalo_client.generated.models import (
    Bet,
    Decision,
    Money,
    Position,
    PossibleAction,
    Round,
    RoundStatus,
)
from ligalo_client.generated.types import UNSET

_SALT_BYTES: Final = 16


class PrivateTable:
    """The place of the signed-in player. `position` is as of the last request."""

    def __init__(self, operations: Operations, table: str, currency: str | None = None) -> None:
        self._operations, self.table = operations, table
        self.salts: dict[UUID, str] = {}
        """Salts that this client chose, by shoe: they must stand in the transcripts."""
        self.commitments: dict[UUID, str] = {}
        """Commitments shown before the first card, by shoe, to verify the transcripts with."""
        self.position = operations.get_position(table, currency=currency or UNSET)
        self._note()

    def refresh(self) -> Position:
        """Ask for the position again."""
        self.position = self._operations.get_position(self.table, currency=self.position.currency)
        return self._note()

    @property
    def round(self) -> Round:
        """The newest round. Raises LookupError before the first one."""
        if self.position.round_ is None:
            raise LookupError(self.table)
        return self.position.round_

    @property
    def is_playing(self) -> bool:
        """Whether a round waits for a decision."""
        found = self.position.round_
        return found is not None and found.status == RoundStatus.IN_PROGRESS

    @property
    def actions(self) -> Mapping[str, PossibleAction]:
        """The actions that are possible now, by name; empty between rounds."""
        rows = self.round.actions if self.is_playing else []
        return {one.action: one for one in rows if one.enabled}

    def bet(self, *bets: BoxBet | str, cut: int | None = None) -> Position:
        """Bet on the next round: an amount for the first box, or bets on boxes. Raises LigaloError."""
        boxes = [BoxBet(one) if isinstance(one, str) else one for one in bets]
        shoe, currency = self.position.shoe, self.position.currency
        body = {
            "table": self.table,
            "shoe": str(shoe.id),
            "nonce": shoe.nonce,
            "boxes": [one.describe(currency) for one in boxes],
            **({} if shoe.is_opened else self._open(shoe.id, cut)),
        }
        self.position = self._operations.place_bet(body=Bet.from_dict(body))
        return self._note()

    def _open(self, shoe: UUID, cut: int | None) -> dict[str, Any]:
        """Return the player's part in the order of a new shoe's cards."""
        self.salts[shoe] = secrets.token_hex(_SALT_BYTES)
        return {"salt": self.salts[shoe], **({} if cut is None else {"cut": cut})}

    def decide(self, action: str, amount: Money | None = None) -> Position:
        """Play an action; `amount` for a double or an insurance of the player's choice. Raises LigaloError."""
        body: dict[str, Any] = {"step": self.round.step, "action": action}
        if amount is not None:
            body["amount"] = amount.to_dict()
        self.position = self._operations.make_decision(self.round.id, body=Decision.from_dict(body))
        return self._note()

    def _note(self) -> Position:
        shoe = self.position.shoe
        self.commitments.setdefault(shoe.id, shoe.commitment)
        return self.position
