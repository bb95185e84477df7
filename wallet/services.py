"""The movements of money: one function each, every one of them one call of `post()`.

A refusal is an error of PostgreSQL, translated here. `deposit` and `reverse` are actions of
their own and undo themselves. `bet`, `settle` and `refund` are parts of a caller's
transaction, which a refusal ends: let it leave the `atomic()` block, so that everything that
went with the movement is undone. Whoever wants to go on wraps the one call in an `atomic()`
(a savepoint, two round trips more). Every function is safe to repeat with its key.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final
from uuid import UUID

import psycopg
from django.db import DatabaseError, connection, transaction

from journal.models import Kind as EventKind
from journal.services import record
from wallet import errors, providers
from wallet.models import House, Kind
from wallet.money import Money

Details = Mapping[str, str | int]

_POST = "SELECT public.post(%s, %s, %s, %s, %s, %s, %s)"
_NOT_NEGATIVE = "wallet_account_not_negative"
_REFUSALS: Final[Mapping[str, type[errors.WalletError]]] = {
    "LW001": errors.KeyConflict,
    "LW002": errors.RefusedTransfer,
    "LW003": errors.UnknownCurrency,
    "LW004": errors.RefusedTransfer,
    "LW005": errors.UnknownPlayer,
    "LW006": errors.RefusedTransfer,
    "LW007": errors.AlreadyReversed,
    "LW008": errors.NotReversible,
    "LW009": errors.StakesDiffer,
    "22003": errors.AmountOutOfRange,
}


@dataclass(frozen=True, slots=True)
class Posting:
    """The answer of the ledger: the first one, also when the request was repeated.

    `balance` is the player's after the transfer, None where it did not touch the player's
    account (a lost round's settlement).
    """

    transfer_id: int
    replayed: bool
    balance: Money | None


@dataclass(frozen=True, slots=True)
class _Request:
    """One transfer to be: what moves, for whom, and why."""

    kind: Kind
    player_id: int | None = None
    legs: tuple[dict[str, object], ...] | None = None
    round_id: UUID | None = None
    reverses: int | None = None
    details: Details = field(default_factory=dict)


def deposit(player_id: int, money: Money, *, key: UUID, provider: str) -> Posting:
    """Pay `money` in through `provider`: bank → player. Opens the account on the way."""
    providers.require(provider)
    legs = (_house(House.BANK, -_some(money)), _player(player_id, money))
    with transaction.atomic():
        return _post(key, _Request(Kind.DEPOSIT, player_id, legs, details={"provider": provider}))


def bet(
    player_id: int, money: Money, *, key: UUID, round_id: UUID, details: Details | None = None
) -> Posting:
    """Stake `money` in a round (bet, double, split, insurance, side bet): player → in play."""
    legs = (_player(player_id, -_some(money)), _house(House.IN_PLAY, money))
    return _post(key, _Request(Kind.BET, player_id, legs, round_id, details=details or {}))


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

    What the house wins or loses is the difference. Raises StakesDiffer unless the round
    holds exactly `staked` of this player.
    """
    if returned.units < 0:
        raise errors.InvalidAmount(str(returned))
    legs = (
        _house(House.IN_PLAY, -_some(staked)),
        _player(player_id, returned),
        _house(House.GAME_RESULT, staked - returned),
    )
    moved = tuple(leg for leg in legs if leg["amount"])
    return _post(key, _Request(Kind.SETTLE, player_id, moved, round_id, details=details or {}))


def refund(
    player_id: int, money: Money, *, key: UUID, round_id: UUID, details: Details | None = None
) -> Posting:
    """Give a stake, or a part of it, back: in play → player."""
    legs = (_house(House.IN_PLAY, -_some(money)), _player(player_id, money))
    return _post(key, _Request(Kind.REFUND, player_id, legs, round_id, details=details or {}))


def reverse(transfer_id: int, *, key: UUID, reason: str, acting_user: int | None = None) -> Posting:
    """Correct a transfer by its exact opposite, once, and write it into the journal."""
    if not reason.strip():
        raise errors.RefusedTransfer("a correction needs a reason")
    with transaction.atomic():
        request = _Request(Kind.REVERSE, reverses=transfer_id, details={"reason": reason})
        posting = _post(key, request)
        if not posting.replayed:
            record(
                EventKind.TRANSFER_REVERSED,
                actor=acting_user,
                subject=f"transfer {transfer_id}",
                data={"reversal": posting.transfer_id, "reason": reason},
            )
    return posting


def _some(money: Money) -> Money:
    if money.units <= 0:
        raise errors.InvalidAmount(str(money))
    return money


def _player(player_id: int, money: Money) -> dict[str, object]:
    return {"player": player_id, "currency": money.currency, "amount": money.units}


def _house(code: House, money: Money) -> dict[str, object]:
    return {"house": code.value, "currency": money.currency, "amount": money.units}


def _post(key: UUID, request: _Request) -> Posting:
    legs = None if request.legs is None else json.dumps(request.legs)
    try:
        with connection.cursor() as cursor:
            cursor.execute(
                _POST,
                [
                    key,
                    request.kind.value,
                    request.player_id,
                    legs,
                    request.round_id,
                    request.reverses,
                    json.dumps(dict(request.details)),
                ],
            )
            answer = json.loads(cursor.fetchone()[0])
    except DatabaseError as error:
        raise _translated(error) from error
    balances = [Money(units, currency) for currency, units in answer["balances"].items()]
    return Posting(answer["transfer"], answer["replayed"], balances[0] if balances else None)


def _translated(error: DatabaseError) -> Exception:
    """Return the wallet's error for a refusal of `post()`, or the error itself."""
    cause = error.__cause__
    if not isinstance(cause, psycopg.Error):
        return error
    if cause.diag.constraint_name == _NOT_NEGATIVE:
        return errors.InsufficientFunds()
    refusal = _REFUSALS.get(cause.sqlstate or "")
    return refusal(cause.diag.message_primary or "") if refusal else error
