"""Lines of the player's bank page: payments, and play with one line per round."""

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
    """Round as the ledger knows it; `payout` and `net` are None while it holds a stake.

    `number` is "" for a round unknown to the casino. `net` is without the `tax` that was withheld.
    """

    id: UUID
    number: str
    table: str
    staked: Money
    payout: Money | None
    net: Money | None
    is_void: bool
    tax: Money | None = None


@dataclass(frozen=True, slots=True)
class ActivityLine:
    """Line of a round or of another movement."""

    source: str
    seq: int
    at: datetime
    transfer_id: int
    kind: str
    label: str
    amount: Money
    round: PlayedRound | None = None
    receipt: tuple[str, UUID, str] | None = None
