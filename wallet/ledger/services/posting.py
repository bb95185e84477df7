"""One call of `post()`: request, answer, and refusals as our exceptions."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, NamedTuple
from uuid import UUID

import psycopg
from django.db import DatabaseError

from journal.refusals import Refusal, SentBefore
from wallet.ledger.models import TransferKind
from wallet.ledger.refusals import (
    AlreadyReversed,
    InsufficientFunds,
    LedgerFault,
    LedgerUnprepared,
    NotReversible,
    ReceivableDiffers,
    RefusedTransfer,
    StakesDiffer,
    UnknownPlayer,
    WithdrawalDiffers,
)
from wallet.ledger.services import post_statement
from wallet.money.refusals import AmountOutOfRange, InvalidAmount, UnknownCurrency
from wallet.money.values import Money

_log = logging.getLogger(__name__)
Details = Mapping[str, str | int]

_CHECK = "23514"
_BIGINT: Final = 2**63
_NOT_NEGATIVE = "wallet_account_not_negative"
_REFUSALS: Final[Mapping[str, type[Refusal]]] = {
    "LW001": SentBefore,
    "LW003": UnknownCurrency,
    "LW005": UnknownPlayer,
    "LW007": AlreadyReversed,
    "LW008": NotReversible,
    "22003": AmountOutOfRange,
}
_FAULTS: Final[Mapping[str, type[LedgerFault]]] = {
    "LW002": RefusedTransfer,
    "LW006": RefusedTransfer,
    "LW009": StakesDiffer,
    "LW010": WithdrawalDiffers,
    "LW011": ReceivableDiffers,
}


@dataclass(frozen=True, slots=True)
class Posting:
    """The ledger's first answer, also for a repeated request.

    `balances` are the player's after the transfer, by currency; empty if it did not touch the player's accounts (settlement of a lost
    round, payment of held money).
    """

    transfer_id: int
    replayed: bool
    balances: Mapping[str, Money]

    @property
    def balance(self) -> Money | None:
        """The player's balance after it (of an exchange: in the currency given), or None."""
        return next(iter(self.balances.values()), None)


class TransferRequest(NamedTuple):
    """A requested transfer: amounts, player, reason."""

    kind: TransferKind
    player_id: int | None = None
    money: Money | None = None
    received: Money | None = None  # of a settlement: returned; of an exchange: in its own currency
    round_id: UUID | None = None
    withdrawal_id: UUID | None = None
    reverses: int | None = None
    details: Details = MappingProxyType({})


def require_positive(money: Money) -> Money:
    """Return an amount above zero. Raises InvalidAmount for any other."""
    if money.units <= 0:
        raise InvalidAmount(detail=str(money))
    return money


def post_transfer(key: UUID, request: TransferRequest) -> Posting:
    """Have the ledger make a transfer, once for its key. Raises a `Refusal` or a `LedgerFault`."""
    money, received = request.money, request.received
    exchanged = received if request.kind is TransferKind.EXCHANGE else None
    content: tuple[post_statement.Value, ...] = (
        key,
        request.kind,
        None if request.player_id is None else _bigint(request.player_id),
        None if money is None else money.currency,
        None if money is None else _bigint(money.units),
        None if received is None else _bigint(received.units),
        None if exchanged is None else exchanged.currency,
        request.round_id,
        request.withdrawal_id,
        None if request.reverses is None else _bigint(request.reverses),
        request.details or None,
    )
    try:
        transfer_id, replayed, given, got, currency, other = post_statement.run_post(*content)
    except DatabaseError as error:
        if refusal := _translated(error):
            raise refusal from error
        raise
    return Posting(transfer_id, replayed, _balances(given, got, currency, other))


def _bigint(units: int) -> int:
    if not -_BIGINT <= units < _BIGINT:
        raise AmountOutOfRange(detail=str(units))
    return units


def _balances(
    first: int | None, second: int | None, first_currency: str, second_currency: str | None
) -> dict[str, Money]:
    found = ((first_currency, first), (second_currency, second))
    return {code: Money(units, code) for code, units in found if code and units is not None}


def _translated(error: DatabaseError) -> Refusal | LedgerFault | None:
    """The exception for a refusal of `post()`; None for other errors."""
    cause = error.__cause__
    if not isinstance(cause, psycopg.Error):
        return None
    if cause.diag.constraint_name == _NOT_NEGATIVE:
        return InsufficientFunds()
    if cause.sqlstate == _CHECK and cause.diag.table_name == "wallet_entry":
        _log.critical(
            "The ledger has no partition for this month: run wallet.tasks.make_partitions"
        )
        return LedgerUnprepared()
    state, detail = cause.sqlstate or "", cause.diag.message_primary or ""
    if fault := _FAULTS.get(state):
        return fault(detail)
    refusal = _REFUSALS.get(state)
    return refusal(detail=detail) if refusal else None
