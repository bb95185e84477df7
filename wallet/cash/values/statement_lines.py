"""Lines, pages and cursors of a player's statement."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from wallet.exchange.selectors import PastExchange
from wallet.money.values import Money

PAGE: Final = 50


BATCH: Final = 1000


_PLACE: Final = r"(?:[A-Z]{3}[0-9]{1,18}(?:\.(?=[A-Z])|$)){0,10}"


@dataclass(frozen=True, slots=True)
class StatementFilter:
    """Filters of movements; None is no filter. `until` is exclusive."""

    currency: str | None = None
    kind: str | None = None
    since: datetime | None = None
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class StatementLine:
    """One movement of a statement, and the balance of its account after it."""

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


@dataclass(frozen=True, slots=True)
class StatementCursor:
    """A cursor: the number of earlier movements of each account.

    Accounts number their movements without gaps: pages neither repeat nor skip a movement, whatever is added and whatever the clocks.
    """

    passed: Mapping[str, int]

    @classmethod
    def parse(cls, text: str) -> "StatementCursor | None":
        """Parse the text; None if invalid."""
        if not re.fullmatch(_PLACE, text, re.ASCII):
            return None
        parts = [part for part in text.split(".") if part]
        return cls({part[:3]: int(part[3:]) for part in parts})

    def __str__(self) -> str:
        """In an address: "COP3.USD120"."""
        return ".".join(f"{code}{seq}" for code, seq in sorted(self.passed.items()))

    def moved(self, lines: Iterable[StatementLine], *, upward: bool) -> "StatementCursor":
        """Return the place behind these lines, which follow from here in their order."""
        passed = dict(self.passed)
        for line in lines:
            passed[line.amount.currency] = line.seq if upward else line.seq - 1
        return StatementCursor(passed)


@dataclass(frozen=True, slots=True)
class StatementPage:
    """Lines, newest first, and the places from which older and newer ones follow."""

    lines: list[StatementLine]
    older: StatementCursor | None
    newer: StatementCursor | None


@dataclass(frozen=True, slots=True)
class BalanceSpan:
    """An account's balance at both ends of a period; at an open end, zero or the present balance."""

    opening: Money
    closing: Money
