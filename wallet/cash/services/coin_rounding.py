"""Rounding up dust in an account being closed."""

from uuid import UUID, uuid5

from accounts.values.reasons import OwnReason
from wallet.ledger.refusals import BalanceMoved
from wallet.ledger.services import movements
from wallet.money.values import Money, missing_to_coin


def round_up_to_coin(player_id: int, balance: Money, *, key: UUID, acting_user: int) -> Money:
    """Round a real balance up to whole coins by an adjustment with an event; return the new balance.

    Must be part of the closing transaction; otherwise the ledger check reports it. Raises BalanceMoved if the balance
    differs.
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
