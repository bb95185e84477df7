"""The dust of an account that is closed: what is below the smallest coin is paid up to it, in the player's favour."""

from uuid import UUID, uuid5

from django.db import transaction

from wallet import services
from wallet.cash.selectors import minor_unit
from wallet.errors import BalanceMoved
from wallet.models import Idempotency, Transfer
from wallet.money import PLAY_MONEY, Money
from wallet.selectors import balances

REASON = "the dust of a closed account is paid up to the smallest coin"


def pay_up_dust(player_id: int, *, key: UUID, acting_user: int | None = None) -> list[Money]:
    """Pay each balance of real money up to whole coins, all or none; return what was paid for `key`.

    Each payment is an adjustment with its event. Raises BalanceMoved where the player's money moved meanwhile.
    """
    with transaction.atomic():
        paid = [
            _paid_up(player_id, money, uuid5(key, money.currency), acting_user)
            for money in balances(player_id)
            if money.currency != PLAY_MONEY
        ]
    return [money for money in paid if money]


def _paid_up(player_id: int, balance: Money, key: UUID, acting_user: int | None) -> Money:
    used = Idempotency.objects.filter(key=key).values("transfer_id")
    earlier = Transfer.objects.filter(pk__in=used).first()
    if earlier is not None:
        return Money(earlier.amount, balance.currency)
    coin = minor_unit(balance.currency)
    missing = Money(-balance.units % coin, balance.currency)
    if missing:
        posting = services.adjust(
            player_id, missing, key=key, reason=REASON, acting_user=acting_user
        )
        if posting.balance is None or posting.balance.units % coin:
            raise BalanceMoved
    return missing
