"""Movements of money: each function is one call of `post()`, idempotent by key.

A refusal by PostgreSQL becomes a `Refusal` or a `LedgerFault`. `credit_deposit`, `reverse_transfer`, `adjust_balance`,
`grant_bonus` and `grant_play_money` have a transaction of their own. The others are part of the caller's transaction,
which a refusal breaks: let it leave the `atomic()` block. To continue after a refusal, wrap the call in its own
`atomic()` (a savepoint, two more round trips).
"""

from uuid import UUID

from django.db import transaction

from journal.models import EventKind
from journal.services.recording import record
from wallet.ledger.models import TransferKind
from wallet.ledger.refusals import PlayMoney, RefusedTransfer
from wallet.ledger.services.posting import (
    Details,
    Posting,
    TransferRequest,
    post_transfer,
    require_positive,
)
from wallet.money.refusals import InvalidAmount
from wallet.money.values import PLAY_MONEY, Money
from wallet.providers.services import registry


def credit_deposit(
    player_id: int, money: Money, *, key: UUID, provider: str, details: Details | None = None
) -> Posting:
    """Pay in real `money` through `provider`: bank → player. Opens the account if there is none.

    Raises ProviderUnavailable, PlayMoney, InvalidAmount.
    """
    registry.require_provider(provider)
    if money.currency == PLAY_MONEY:
        raise PlayMoney
    told = {**(details or {}), "provider": provider}
    with transaction.atomic():
        return post_transfer(
            key,
            TransferRequest(TransferKind.DEPOSIT, player_id, require_positive(money), details=told),
        )


def hold_stake(
    player_id: int, money: Money, *, key: UUID, round_id: UUID, details: Details | None = None
) -> Posting:
    """Stake `money` in a round (bet, double, split, insurance, side bet): player → in play."""
    return post_transfer(key, request_stake(player_id, money, round_id, details))


def request_stake(
    player_id: int, money: Money, round_id: UUID, details: Details | None = None
) -> TransferRequest:
    """Return the request of `hold_stake`, for `post_transfers`."""
    return TransferRequest(
        TransferKind.BET,
        player_id,
        require_positive(money),
        round_id=round_id,
        details=details or {},
    )


def settle_stakes(
    player_id: int,
    *,
    key: UUID,
    round_id: UUID,
    staked: Money,
    returned: Money,
    details: Details | None = None,
) -> Posting:
    """End a round for one player: all of `staked` leaves it, `returned` goes to the player.

    The difference is the house's result. Only in play money may `returned` be negative: the loss of an inverted round.
    Raises StakesDiffer unless the round holds exactly `staked` of this player.
    """
    return post_transfer(key, request_settlement(player_id, round_id, staked, returned, details))


def request_settlement(
    player_id: int, round_id: UUID, staked: Money, returned: Money, details: Details | None = None
) -> TransferRequest:
    """Return the request of `settle_stakes`, for `post_transfers`."""
    if returned.units < 0 and returned.currency != PLAY_MONEY:
        raise InvalidAmount(detail=str(returned))
    if returned.currency != require_positive(staked).currency:
        raise TypeError(f"{staked} is not settled with {returned}")
    return TransferRequest(
        TransferKind.SETTLE, player_id, staked, returned, round_id=round_id, details=details or {}
    )


def refund_stake(player_id: int, money: Money, *, key: UUID, round_id: UUID) -> Posting:
    """Return a stake, or a part of it: in play → player."""
    amount = require_positive(money)
    return post_transfer(
        key, TransferRequest(TransferKind.REFUND, player_id, amount, round_id=round_id)
    )


def exchange_money(
    player_id: int, given: Money, received: Money, *, key: UUID, details: Details | None = None
) -> Posting:
    """Exchange: `given` goes player → fx, and `received`, of another currency, fx → player.

    The caller rounds `received` down; the remainder stays in `fx`. Part of the caller's transaction. Raises
    RefusedTransfer for play money or the same currency.
    """
    request = TransferRequest(
        TransferKind.EXCHANGE,
        player_id,
        require_positive(given),
        require_positive(received),
        details=details or {},
    )
    return post_transfer(key, request)


def hold_withdrawal(
    player_id: int,
    money: Money,
    *,
    key: UUID,
    withdrawal_id: UUID | None = None,
    details: Details | None = None,
) -> Posting:
    """Hold `money` for a withdrawal: player → withdrawal pending. Part of the caller's transaction.

    `withdrawal_id` (default: the key) identifies the hold, which `pay_withdrawal` or `cancel_withdrawal` ends, once.
    Raises WithdrawalDiffers if the id was used before.
    """
    request = TransferRequest(
        TransferKind.WITHDRAW,
        player_id,
        require_positive(money),
        withdrawal_id=withdrawal_id or key,
        details=details or {},
    )
    return post_transfer(key, request)


def pay_withdrawal(
    player_id: int, money: Money, *, key: UUID, withdrawal_id: UUID, details: Details | None = None
) -> Posting:
    """Pay a withdrawal's held money: withdrawal pending → bank. Part of the caller's transaction.

    Raises WithdrawalDiffers unless the withdrawal holds exactly `money` of this player.
    """
    return _end_withdrawal(TransferKind.PAY_OUT, player_id, money, key, withdrawal_id, details)


def cancel_withdrawal(
    player_id: int, money: Money, *, key: UUID, withdrawal_id: UUID, details: Details | None = None
) -> Posting:
    """Return a withdrawal's held money: withdrawal pending → player. Otherwise like `pay_withdrawal`."""
    return _end_withdrawal(
        TransferKind.CANCEL_WITHDRAWAL, player_id, money, key, withdrawal_id, details
    )


def _end_withdrawal(
    kind: TransferKind,
    player_id: int,
    money: Money,
    key: UUID,
    withdrawal_id: UUID,
    details: Details | None,
) -> Posting:
    request = TransferRequest(
        kind, player_id, require_positive(money), withdrawal_id=withdrawal_id, details=details or {}
    )
    return post_transfer(key, request)


def adjust_balance(
    player_id: int, money: Money, *, key: UUID, reason: str, acting_user: int | None = None
) -> Posting:
    """Adjust a balance manually: adjustment → player, or the other way if `money` is negative.

    Writes an event in the same transaction. Raises InvalidAmount for zero, RefusedTransfer without a reason.
    """
    if not money:
        raise InvalidAmount(detail=str(money))
    request = TransferRequest(
        TransferKind.ADJUST, player_id, money, details={"reason": _reason(reason)}
    )
    return _post_with_event(
        key, request, EventKind.BALANCE_ADJUSTED, f"player {player_id}", acting_user
    )


def grant_bonus(
    player_id: int, money: Money, *, key: UUID, reason: str, acting_user: int | None = None
) -> Posting:
    """Give real money of the house: bonus → player. Writes an event in the same transaction. Raises PlayMoney."""
    if money.currency == PLAY_MONEY:
        raise PlayMoney
    return _bonus(player_id, money, key, reason, acting_user)


def pay_for_points(
    player_id: int, money: Money, *, key: UUID, details: Details | None = None
) -> Posting:
    """Pay for points: loyalty → player. Raises PlayMoney.

    Part of the caller's transaction, which takes the points (`loyalty.services.redeeming`).
    """
    if money.currency == PLAY_MONEY:
        raise PlayMoney
    return post_transfer(
        key,
        TransferRequest(
            TransferKind.REDEEM, player_id, require_positive(money), details=details or {}
        ),
    )


def repay_debt(
    player_id: int, money: Money, *, key: UUID, cause_id: UUID, details: Details | None = None
) -> Posting:
    """Pay a debt, or a part of it: player → receivable. Part of the caller's transaction.

    `cause_id` is the public id of the voided round, or the reference of the reversed deposit. Raises InsufficientFunds, and
    ReceivableDiffers if less is owed.
    """
    request = TransferRequest(
        TransferKind.REPAY,
        player_id,
        require_positive(money),
        round_id=cause_id,
        details=details or {},
    )
    return post_transfer(key, request)


def advance_debt(
    player_id: int, money: Money, *, key: UUID, deposit: UUID, details: Details | None = None
) -> Posting:
    """Record the uncovered part of a deposit's reversal as a debt: receivable → player.

    `deposit` is its reference. Part of the caller's transaction, which reverses the deposit.
    """
    request = TransferRequest(
        TransferKind.ADVANCE,
        player_id,
        require_positive(money),
        round_id=deposit,
        details=details or {},
    )
    return post_transfer(key, request)


def grant_play_money(
    player_id: int, money: Money, *, key: UUID, reason: str, acting_user: int | None = None
) -> Posting:
    """Give play money, its only source; writes an event as `grant_bonus` does. Raises InvalidAmount for real money."""
    if money.currency != PLAY_MONEY:
        raise InvalidAmount(detail=str(money))
    return _bonus(player_id, money, key, reason, acting_user)


def _bonus(
    player_id: int, money: Money, key: UUID, reason: str, acting_user: int | None
) -> Posting:
    request = TransferRequest(
        TransferKind.BONUS, player_id, require_positive(money), details={"reason": _reason(reason)}
    )
    return _post_with_event(
        key, request, EventKind.BONUS_GRANTED, f"player {player_id}", acting_user
    )


def reverse_transfer(
    transfer_id: int, *, key: UUID, reason: str, acting_user: int | None = None
) -> Posting:
    """Reverse a transfer exactly, once. Writes an event in the same transaction."""
    request = TransferRequest(
        TransferKind.REVERSE, reverses=transfer_id, details={"reason": _reason(reason)}
    )
    subject = f"transfer {transfer_id}"
    return _post_with_event(key, request, EventKind.TRANSFER_REVERSED, subject, acting_user)


def _post_with_event(
    key: UUID, request: TransferRequest, kind: EventKind, subject: str, acting_user: int | None
) -> Posting:
    """Post a transfer with an event, atomically; a replay writes no event."""
    with transaction.atomic():
        posting = post_transfer(key, request)
        if not posting.replayed:
            amount = {} if request.money is None else {"amount": str(request.money)}
            named = "reversal" if kind is EventKind.TRANSFER_REVERSED else "transfer"
            data = {named: posting.transfer_id, **request.details, **amount}
            record(kind, actor=acting_user, subject=subject, data=data)
    return posting


def _reason(text: str) -> str:
    if not text.strip():
        raise RefusedTransfer("a correction needs a reason")
    return text
