"""Calls of `post()` and `post_many()`: requests, answers, and refusals as exceptions."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final, NamedTuple
from uuid import UUID

import psycopg
from django.db import DatabaseError, connection

from journal.refusals import Refusal, SentBefore
from journal.services.replays import commit_replay
from restores.refusals import ClosedAfterRestore
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
_ARCHIVED: Final = (
    "SELECT id FROM wallet_transfer WHERE id = ANY (%s) AND public.wallet_is_detached(created_at)"
)
_REFUSALS: Final[Mapping[str, type[Refusal]]] = {
    "LW001": SentBefore,
    "LW003": UnknownCurrency,
    "LW005": UnknownPlayer,
    "LW007": AlreadyReversed,
    "LW008": NotReversible,
    "22003": AmountOutOfRange,
    "LR001": ClosedAfterRestore,
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
    """Answer of the ledger; a repeated request gets the first answer.

    `balances` are the player's after the transfer, by currency; empty if it did not touch the player's accounts
    (settlement of a lost round, payment of held money). They are empty too if `is_archived`: the transfer is repeated and
    its month is only in the archive, which has them (`wallet.archive.selectors.entries.load_first_balances`).
    """

    transfer_id: int
    replayed: bool
    balances: Mapping[str, Money]
    is_archived: bool = False

    @property
    def balance(self) -> Money | None:
        """The player's balance after the transfer, for an exchange in the currency given; None if untouched."""
        return next(iter(self.balances.values()), None)


class TransferRequest(NamedTuple):
    """Request for a transfer: kind, player, amounts, and what it refers to."""

    kind: TransferKind
    player_id: int | None = None
    money: Money | None = None
    received: Money | None = (
        None  # settlement: what is returned; exchange: what is bought, in its own currency
    )
    round_id: UUID | None = None
    withdrawal_id: UUID | None = None
    reverses: int | None = None
    details: Details = MappingProxyType({})


def require_positive(money: Money) -> Money:
    """Return `money` if it is above zero. Raises InvalidAmount otherwise."""
    if money.units <= 0:
        raise InvalidAmount(detail=str(money))
    return money


def post_transfer(key: UUID, request: TransferRequest) -> Posting:
    """Post a transfer, idempotent by key. Raises a `Refusal` or a `LedgerFault` with `transfer_key` set."""
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
        if refusal := _translate_error(error):
            refusal.transfer_key = key
            raise refusal from error
        raise
    if replayed:
        commit_replay()
    posting = Posting(transfer_id, replayed, _balances(given, got, currency, other))
    return _mark_archived([posting])[0]


def post_transfers(requests: Sequence[tuple[UUID, TransferRequest]]) -> list[Posting]:
    """Post several stakes, settlements and refunds in one call, each idempotent by its key, all or none.

    The answers are in the order of the requests; the ledger posts in order of player, currency and round. Raises what
    `post_transfer` raises, with `transfer_key` set to the key of the refused request.
    """
    if not requests:
        return []
    content = [_fields(key, request) for key, request in requests]
    try:
        rows = post_statement.run_post_many(content)
    except DatabaseError as error:
        if refusal := _translate_error(error):
            refusal.transfer_key = _refused_key(error, requests)
            raise refusal from error
        raise
    return _mark_archived([Posting(row[0], row[1], _balances(*row[2:])) for row in rows])


def _mark_archived(postings: list[Posting]) -> list[Posting]:
    """Mark the repeated transfers of detached months. One query if a repeated transfer has no balances, else none."""
    unknown = [one.transfer_id for one in postings if one.replayed and not one.balances]
    if not unknown:
        return postings
    with connection.cursor() as cursor:
        cursor.execute(_ARCHIVED, [unknown])
        archived = {number for (number,) in cursor.fetchall()}
    return [replace(one, is_archived=one.transfer_id in archived) for one in postings]


def _fields(key: UUID, request: TransferRequest) -> dict[str, object]:
    money, received = request.money, request.received
    if request.withdrawal_id or request.reverses is not None:
        raise RefusedTransfer(f"no {request.kind} in a call of several transfers")
    try:
        return {
            "key": key.hex,
            "kind": request.kind,
            "player": None if request.player_id is None else _bigint(request.player_id),
            "currency": None if money is None else money.currency,
            "amount": None if money is None else _bigint(money.units),
            "received": None if received is None else _bigint(received.units),
            "round": request.round_id and request.round_id.hex,
            "details": dict(request.details) or None,
        }
    except AmountOutOfRange as refusal:
        refusal.transfer_key = key
        raise


def _refused_key(
    error: DatabaseError, requests: Sequence[tuple[UUID, TransferRequest]]
) -> UUID | None:
    """Return the key of the refused request; `post_many()` gives its number as the hint of the error."""
    cause = error.__cause__
    number = cause.diag.message_hint if isinstance(cause, psycopg.Error) else None
    return requests[int(number) - 1][0] if number else None


def _bigint(units: int) -> int:
    if not -_BIGINT <= units < _BIGINT:
        raise AmountOutOfRange(detail=str(units))
    return units


def _balances(
    first: int | None, second: int | None, first_currency: str, second_currency: str | None
) -> dict[str, Money]:
    found = ((first_currency, first), (second_currency, second))
    return {code: Money(units, code) for code, units in found if code and units is not None}


def _translate_error(error: DatabaseError) -> Refusal | LedgerFault | None:
    """Return the exception for a refusal by the ledger; None for other errors."""
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
