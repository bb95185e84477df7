"""The casino's two movements of money: a stake is held, a round is settled."""

from uuid import UUID

from casino.errors import Conflict, FundsRefused
from wallet import services as wallet
from wallet.errors import InsufficientFunds
from wallet.money import Money


def hold(player: int, amount: Money, *, key: UUID, round_id: UUID) -> Money:
    """Move a stake from the player to `in_play`. Returns the balance left. Raises `FundsRefused`."""
    try:
        posting = wallet.bet(player, amount, key=key, round_id=round_id)
    except InsufficientFunds as error:
        raise FundsRefused from error
    if posting.balance is None:
        raise Conflict  # a stake always moves the player's account
    return posting.balance
