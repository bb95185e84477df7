"""Lines and filter of a player's statement."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db.models import Q

from wallet.exchange.selectors import PastExchange
from wallet.money.values import Money

PAGE: Final = 15
BATCH: Final = 1000


@dataclass(frozen=True, slots=True)
class StatementFilter:
    """Filter of movements; None means no filter.

    `until` is exclusive; `condition` is a further filter on entries, `of_transfers` the same on their transfers, which
    archived entries need.
    """

    currency: str | None = None
    kind: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    condition: Q | None = None
    of_transfers: Q | None = None


@dataclass(frozen=True, slots=True)
class StatementLine:
    """Movement with the balance of its account after it. `staked` is the stake that a settlement settles."""

    seq: int
    transfer_id: int
    at: datetime
    kind: str
    label: str
    amount: Money
    balance: Money
    round_id: UUID | None
    round_name: str  # its number, or its reference if the casino does not know it
    note: str
    exchange: PastExchange | None = None
    receipt: tuple[str, UUID, str] | None = None
    staked: Money | None = None

    @property
    def source(self) -> str:
        """The currency: each account numbers its own movements."""
        return self.amount.currency


@dataclass(frozen=True, slots=True)
class BalanceSpan:
    """Account balance at both ends of a period; at an open end, zero or the current balance."""

    opening: Money
    closing: Money
