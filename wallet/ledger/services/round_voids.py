"""Movements of a voided round: money returned or taken back, debts, suspended stakes.

Each is one call of `post()` within the caller's transaction, idempotent by key, for a settled round. Undoing a void
moves money the other way instead of reversing: what was spent meanwhile becomes a debt. Only suspended stakes are
returned by a reversal.
"""

from uuid import UUID

from wallet.ledger.models import TransferKind
from wallet.ledger.services.posting import (
    Details,
    Posting,
    TransferRequest,
    post_transfer,
    require_positive,
)
from wallet.money.refusals import InvalidAmount
from wallet.money.values import Money


def void_round(
    player_id: int, money: Money, *, key: UUID, round_id: UUID, details: Details | None = None
) -> Posting:
    """Correct the result of a settled round: game result → player, or the other way if `money` is negative.

    Raises InvalidAmount for zero, InsufficientFunds if the player has less, StakesDiffer if the round is not settled.
    """
    if not money:
        raise InvalidAmount(detail=str(money))
    return _post(TransferKind.VOID, player_id, money, key, round_id, details)


def record_round_debt(
    player_id: int, money: Money, *, key: UUID, round_id: UUID, details: Details | None = None
) -> Posting:
    """Record a player's debt for a round: receivable → game result."""
    return _post(TransferKind.OWE, player_id, require_positive(money), key, round_id, details)


def collect_round_debt(
    player_id: int, money: Money, *, key: UUID, round_id: UUID, details: Details | None = None
) -> Posting:
    """Collect a debt for a round, or a part of it: player → receivable.

    Raises InsufficientFunds, and ReceivableDiffers if less is owed.
    """
    return _post(TransferKind.COLLECT, player_id, require_positive(money), key, round_id, details)


def suspend_stakes(
    player_id: int, money: Money, *, key: UUID, round_id: UUID, details: Details | None = None
) -> Posting:
    """Suspend the stakes of a voided round: game result → suspense."""
    return _post(TransferKind.SUSPEND, player_id, require_positive(money), key, round_id, details)


def end_suspension(transfer_id: int, *, key: UUID, details: Details | None = None) -> Posting:
    """Return suspended stakes to the game result, by a reversal, once. Raises AlreadyReversed."""
    return post_transfer(
        key, TransferRequest(TransferKind.REVERSE, reverses=transfer_id, details=details or {})
    )


def _post(
    kind: TransferKind,
    player_id: int,
    money: Money,
    key: UUID,
    round_id: UUID,
    details: Details | None,
) -> Posting:
    return post_transfer(
        key, TransferRequest(kind, player_id, money, round_id=round_id, details=details or {})
    )
