"""Lines of a player's statement, and its filter."""

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
    """Filters of movements; None is no filter. `until` is exclusive; `condition` is another one on entries."""

    currency: str | None = None
    kind: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    condition: Q | None = None


@dataclass(frozen=True, slots=True)
class StatementLine:
    """One movement of a statement, and the balance of its account after it. `staked` is of a settlement: what it settles."""

    seq: int
    transfer_id: int
    at: datetime
    kind: str
    label: str
    amount: Money
    balance: Money
    round_id: UUID | None
    round_name: str  # its number, or the reference of one that the casino does not know
    note: str
    exchange: PastExchange | None = None
    receipt: tuple[str, UUID, str] | None = None
    staked: Money | None = None

    @property
    def source(self) -> str:
        """Each account numbers its movements."""
        return self.amount.currency


@dataclass(frozen=True, slots=True)
class BalanceSpan:
    """An account's balance at both ends of a period; at an open end, zero or the present balance."""

    opening: Money
    closing: Money
