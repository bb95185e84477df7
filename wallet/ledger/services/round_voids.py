"""The movements of a voided round: what the player gets back or gives back, owes, and what is held meanwhile.

Each is one call of `post()` as part of the caller's transaction, safe to repeat with its key, and of a
round that is settled. What a void did is undone by movements the other way, never by a reversal:
whoever has spent what a void gave owes it. Only what is suspended is given back whole.
"""

from uuid import UUID

from wallet.ledger.models import TransferKind
from wallet.ledger.services.posting import Details, Posting, TransferRequest, post, require_positive
from wallet.money.refusals import InvalidAmount
from wallet.money.values import Money


def void_round(
    player_id: int, money: Money, *, key: UUID, round_id: UUID, details: Details | None = None
) -> Posting:
    """Correct the result of a settled round: game result → player, or back where `money` is below zero.

    Raises InsufficientFunds where the player has less, StakesDiffer where the round is not settled.
    """
    if not money:
        raise InvalidAmount(detail=str(money))
    return _post(TransferKind.VOID, player_id, money, key, round_id, details)


def record_round_debt(
    player_id: int, money: Money, *, key: UUID, round_id: UUID, details: Details | None = None
) -> Posting:
    """Say that a player owes for a round what was not there: receivable → game result."""
    return _post(TransferKind.OWE, player_id, require_positive(money), key, round_id, details)


def collect_round_debt(
    player_id: int, money: Money, *, key: UUID, round_id: UUID, details: Details | None = None
) -> Posting:
    """Take what is owed for a round, or a part of it: player → receivable.

    Raises InsufficientFunds, and ReceivableDiffers where less is owed.
    """
    return _post(TransferKind.COLLECT, player_id, require_positive(money), key, round_id, details)


def suspend_stakes(
    player_id: int, money: Money, *, key: UUID, round_id: UUID, details: Details | None = None
) -> Posting:
    """Hold the stakes of a voided round: game result → suspense."""
    return _post(TransferKind.SUSPEND, player_id, require_positive(money), key, round_id, details)


def end_suspension(transfer_id: int, *, key: UUID, details: Details | None = None) -> Posting:
    """Give back to the game's result what `suspend_stakes` held, by a reversal: once. Raises AlreadyReversed."""
    return post(
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
    return post(
        key, TransferRequest(kind, player_id, money, round_id=round_id, details=details or {})
    )
