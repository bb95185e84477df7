"""Lines of the bank: payments, and play with one line for each round."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final
from uuid import UUID

from wallet.money.values import Money

ACTIVITY_PAGE: Final = 12


class ActivityView(StrEnum):
    PAYMENTS = "payments"
    PLAY = "play"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A round in the ledger: what it took of its player, and what it gave back; None while it holds a stake.

    `number` is "" for a round that the casino does not know.
    """

    id: UUID
    number: str
    table: str
    staked: Money
    payout: Money | None
    net: Money | None
    is_void: bool


@dataclass(frozen=True, slots=True)
class ActivityLine:
    """A round, or another movement with its amount."""

    source: str
    seq: int
    at: datetime
    transfer_id: int
    kind: str
    label: str
    amount: Money
    round: PlayedRound | None = None
    receipt: tuple[str, UUID, str] | None = None
