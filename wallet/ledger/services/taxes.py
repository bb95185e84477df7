"""Movements of taxes on winnings: withheld from a player, given back, paid to the authority."""

from uuid import UUID

from wallet.ledger.models import TransferKind
from wallet.ledger.refusals import PlayMoney
from wallet.ledger.services.posting import Details, Posting, TransferRequest, post_transfer
from wallet.money.refusals import InvalidAmount
from wallet.money.values import PLAY_MONEY, Money


def request_tax(
    player_id: int, money: Money, round_id: UUID, details: Details | None = None
) -> TransferRequest:
    """Return the request to withhold `money` from the winnings of a settled round: player → tax; back if it is negative.

    For `post_transfers`, after the settlement. Raises PlayMoney, and InvalidAmount for zero.
    """
    return TransferRequest(
        TransferKind.WITHHOLD,
        player_id,
        _require_tax(money),
        round_id=round_id,
        details=details or {},
    )


def withhold_tax(
    player_id: int, money: Money, *, key: UUID, round_id: UUID, details: Details | None = None
) -> Posting:
    """Withhold a tax, or give it back if `money` is negative. Part of the caller's transaction.

    Raises InsufficientFunds, and StakesDiffer if the round is not settled.
    """
    return post_transfer(key, request_tax(player_id, money, round_id, details))


def request_tax_payment(player_id: int, money: Money, details: Details) -> TransferRequest:
    """Return the request to pay the authority what is owed for a player: tax → bank; less than before if it is negative."""
    return TransferRequest(TransferKind.REMIT, player_id, _require_tax(money), details=details)


def _require_tax(money: Money) -> Money:
    if money.currency == PLAY_MONEY:
        raise PlayMoney
    if not money:
        raise InvalidAmount(detail=str(money))
    return money
