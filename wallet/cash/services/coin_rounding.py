"""The dust of an account that is being closed: what is below the smallest coin is paid up to it, in the player's favour."""

from uuid import UUID, uuid5

from accounts.values.reasons import OwnReason
from wallet.ledger.refusals import BalanceMoved
from wallet.ledger.services import movements
from wallet.money.values import Money, missing_to_coin


def round_up_to_coin(player_id: int, balance: Money, *, key: UUID, acting_user: int) -> Money:
    """Pay a balance of real money up to whole coins, as an adjustment with its event; return the balance after it.

    Part of the transaction that closes the account, without which the reconciliation names it. Raises BalanceMoved where
    the balance is not what it was.
    """
    missing = missing_to_coin(balance)
    if not missing:
        return balance
    posting = movements.adjust_balance(
        player_id,
        missing,
        key=uuid5(key, f"dust {balance.currency}"),
        reason=OwnReason.DUST.value,
        acting_user=acting_user,
    )
    if posting.balance != balance + missing:
        raise BalanceMoved
    return balance + missing
