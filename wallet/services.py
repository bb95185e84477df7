"""The movements of money: one function each, every one of them one call of `post()`.

A refusal is an error of PostgreSQL, translated here. `deposit` and `reverse` are actions of
their own and undo themselves, `adjust` and `bonus` with them. The others are parts of a caller's
transaction, which a refusal ends: let it leave the `atomic()` block, so that everything that
went with the movement is undone. Whoever wants to go on wraps the one call in an `atomic()`
(a savepoint, two round trips more). Every function is safe to repeat with its key.
"""

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, NamedTuple
from uuid import UUID

import psycopg
from django.db import DatabaseError, transaction

from journal.models import Kind as EventKind
from journal.services import record
from wallet import errors, prepared, providers
from wallet.models import Kind
from wallet.money import PLAY_MONEY, Money

_log = logging.getLogger(__name__)
Details = Mapping[str, str | int]

_CHECK = "23514"
_BIGINT: Final = 2**63
_NOT_NEGATIVE = "wallet_account_not_negative"
_REFUSALS: Final[Mapping[str, type[errors.WalletError]]] = {
    "LW001": errors.KeyConflict,
    "LW002": errors.RefusedTransfer,
    "LW003": errors.UnknownCurrency,
    "LW005": errors.UnknownPlayer,
    "LW006": errors.RefusedTransfer,
    "LW007": errors.AlreadyReversed,
    "LW008": errors.NotReversible,
    "LW009": errors.StakesDiffer,
    "LW010": errors.WithdrawalDiffers,
    "22003": errors.AmountOutOfRange,
}


@dataclass(frozen=True, slots=True)
class Posting:
    """The answer of the ledger: the first one, also when the request was repeated.

    `balances` are the player's after the transfer, by currency; empty where it did not touch the
    player's accounts (a lost round's settlement, a payment of what was held).
    """

    transfer_id: int
    replayed: bool
    balances: Mapping[str, Money]

    @property
    def balance(self) -> Money | None:
        """The player's balance after it (of an exchange: in the currency given), or None."""
        return next(iter(self.balances.values()), None)


class _Request(NamedTuple):
    """One transfer to be: what moves, for whom, and why."""

    kind: Kind
    player_id: int | None = None
    money: Money | None = None
    received: Money | None = None  # of a settlement: returned; of an exchange: in its own currency
    round_id: UUID | None = None
    withdrawal_id: UUID | None = None
    reverses: int | None = None
    details: Details = MappingProxyType({})


def deposit(
    player_id: int, money: Money, *, key: UUID, provider: str, details: Details | None = None
) -> Posting:
    """Pay real `money` in through `provider`: bank → player. Opens the account on the way."""
    providers.require(provider)
    if money.currency == PLAY_MONEY:
        raise errors.PlayMoney
    told = {**(details or {}), "provider": provider}
    with transaction.atomic():
        return _post(key, _Request(Kind.DEPOSIT, player_id, _some(money), details=told))


def bet(
    player_id: int, money: Money, *, key: UUID, round_id: UUID, details: Details | None = None
) -> Posting:
    """Stake `money` in a round (bet, double, split, insurance, side bet): player → in play."""
    return _post(
        key,
        _Request(Kind.BET, player_id, _some(money), round_id=round_id, details=details or {}),
    )


def settle(
    player_id: int,
    *,
    key: UUID,
    round_id: UUID,
    staked: Money,
    returned: Money,
    details: Details | None = None,
) -> Posting:
    """End a round for one player: all of `staked` leaves it, `returned` goes to the player.

    What the house wins or loses is the difference. In play money alone `returned` may be below
    zero: an inverted round's loss. Raises StakesDiffer unless the round holds exactly `staked`
    of this player.
    """
    if returned.units < 0 and returned.currency != PLAY_MONEY:
        raise errors.InvalidAmount(str(returned))
    if returned.currency != _some(staked).currency:
        raise TypeError(f"{staked} is not settled with {returned}")
    request = _Request(
        Kind.SETTLE, player_id, staked, returned, round_id=round_id, details=details or {}
    )
    return _post(key, request)


def refund(
    player_id: int, money: Money, *, key: UUID, round_id: UUID, details: Details | None = None
) -> Posting:
    """Give a stake, or a part of it, back: in play → player."""
    return _post(
        key,
        _Request(Kind.REFUND, player_id, _some(money), round_id=round_id, details=details or {}),
    )


def exchange(
    player_id: int, given: Money, received: Money, *, key: UUID, details: Details | None = None
) -> Posting:
    """Change money: `given` goes player → fx, `received`, of another currency, fx → player.

    The caller has rounded `received` down; what the rate leaves over stays in `fx`. Part of the
    caller's transaction. Raises RefusedTransfer for play money or the same currency.
    """
    request = _Request(
        Kind.EXCHANGE, player_id, _some(given), _some(received), details=details or {}
    )
    return _post(key, request)


def withdraw(
    player_id: int,
    money: Money,
    *,
    key: UUID,
    withdrawal_id: UUID | None = None,
    details: Details | None = None,
) -> Posting:
    """Hold `money` for a withdrawal: player → withdrawal pending. Part of the caller's transaction.

    `withdrawal_id` names the hold, which `pay_out` or `cancel_withdrawal` ends, once; without one
    the key names it. Raises WithdrawalDiffers for a name that was used.
    """
    request = _Request(
        Kind.WITHDRAW,
        player_id,
        _some(money),
        withdrawal_id=withdrawal_id or key,
        details=details or {},
    )
    return _post(key, request)


def pay_out(
    player_id: int, money: Money, *, key: UUID, withdrawal_id: UUID, details: Details | None = None
) -> Posting:
    """Pay what a withdrawal holds: withdrawal pending → bank. Part of the caller's transaction.

    Raises WithdrawalDiffers unless the withdrawal holds exactly `money` of this player.
    """
    return _end_withdrawal(Kind.PAY_OUT, player_id, money, key, withdrawal_id, details)


def cancel_withdrawal(
    player_id: int, money: Money, *, key: UUID, withdrawal_id: UUID, details: Details | None = None
) -> Posting:
    """Give back what a withdrawal holds: withdrawal pending → player. Otherwise as `pay_out`."""
    return _end_withdrawal(Kind.CANCEL_WITHDRAWAL, player_id, money, key, withdrawal_id, details)


def _end_withdrawal(
    kind: Kind,
    player_id: int,
    money: Money,
    key: UUID,
    withdrawal_id: UUID,
    details: Details | None,
) -> Posting:
    request = _Request(
        kind, player_id, _some(money), withdrawal_id=withdrawal_id, details=details or {}
    )
    return _post(key, request)


def adjust(
    player_id: int, money: Money, *, key: UUID, reason: str, acting_user: int | None = None
) -> Posting:
    """Correct a balance by hand: adjustment → player, or back where `money` is below zero.

    Writes who and why into the journal, in the same transaction.
    """
    if not money:
        raise errors.InvalidAmount(str(money))
    request = _Request(Kind.ADJUST, player_id, money, details={"reason": _reason(reason)})
    return _told(key, request, EventKind.BALANCE_ADJUSTED, f"player {player_id}", acting_user)


def bonus(
    player_id: int, money: Money, *, key: UUID, reason: str, acting_user: int | None = None
) -> Posting:
    """Give real money of the house: bonus → player. Writes who and why into the journal, likewise."""
    if money.currency == PLAY_MONEY:
        raise errors.PlayMoney
    return _bonus(player_id, money, key, reason, acting_user)


def grant_play_money(
    player_id: int, money: Money, *, key: UUID, reason: str, acting_user: int | None = None
) -> Posting:
    """Give play money, which comes to a player in no other way; written down as a bonus is."""
    if money.currency != PLAY_MONEY:
        raise errors.InvalidAmount(str(money))
    return _bonus(player_id, money, key, reason, acting_user)


def _bonus(
    player_id: int, money: Money, key: UUID, reason: str, acting_user: int | None
) -> Posting:
    request = _Request(Kind.BONUS, player_id, _some(money), details={"reason": _reason(reason)})
    return _told(key, request, EventKind.BONUS_GRANTED, f"player {player_id}", acting_user)


def reverse(transfer_id: int, *, key: UUID, reason: str, acting_user: int | None = None) -> Posting:
    """Correct a transfer by its exact opposite, once, and write it into the journal."""
    request = _Request(Kind.REVERSE, reverses=transfer_id, details={"reason": _reason(reason)})
    subject = f"transfer {transfer_id}"
    return _told(key, request, EventKind.TRANSFER_REVERSED, subject, acting_user)


def _told(
    key: UUID, request: _Request, kind: EventKind, subject: str, acting_user: int | None
) -> Posting:
    """Move money by hand: with its event, or not at all; a repeat is told once."""
    with transaction.atomic():
        posting = _post(key, request)
        if not posting.replayed:
            amount = {} if request.money is None else {"amount": str(request.money)}
            named = "reversal" if kind is EventKind.TRANSFER_REVERSED else "transfer"
            data = {named: posting.transfer_id, **request.details, **amount}
            record(kind, actor=acting_user, subject=subject, data=data)
    return posting


def _reason(text: str) -> str:
    if not text.strip():
        raise errors.RefusedTransfer("a correction needs a reason")
    return text


def _some(money: Money) -> Money:
    if money.units <= 0:
        raise errors.InvalidAmount(str(money))
    return money


def _post(key: UUID, request: _Request) -> Posting:
    money, received = request.money, request.received
    exchanged = received if request.kind is Kind.EXCHANGE else None
    content: tuple[prepared.Value, ...] = (
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
        transfer_id, replayed, given, got, currency, other = prepared.post(*content)
    except DatabaseError as error:
        if refusal := _translated(error):
            raise refusal from error
        raise
    return Posting(transfer_id, replayed, _balances(given, got, currency, other))


def _bigint(units: int) -> int:
    if not -_BIGINT <= units < _BIGINT:
        raise errors.AmountOutOfRange(str(units))
    return units


def _balances(
    first: int | None, second: int | None, first_currency: str, second_currency: str | None
) -> dict[str, Money]:
    found = ((first_currency, first), (second_currency, second))
    return {code: Money(units, code) for code, units in found if code and units is not None}


def _translated(error: DatabaseError) -> errors.WalletError | None:
    """Return the wallet's error for a refusal of `post()`; None for what is none."""
    cause = error.__cause__
    if not isinstance(cause, psycopg.Error):
        return None
    if cause.diag.constraint_name == _NOT_NEGATIVE:
        return errors.InsufficientFunds()
    if cause.sqlstate == _CHECK and cause.diag.table_name == "wallet_entry":
        _log.critical(
            "The ledger has no partition for this month: run wallet.tasks.make_partitions"
        )
        return errors.LedgerUnprepared()
    refusal = _REFUSALS.get(cause.sqlstate or "")
    return refusal(cause.diag.message_primary or "") if refusal else None
