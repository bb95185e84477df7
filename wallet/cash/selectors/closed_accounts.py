"""Closed accounts with money to pay out."""

from typing import Final

from accounts.models.users import State, User
from wallet.ledger.models import Account
from wallet.money.values import PLAY_MONEY, Money, round_down_to_coin

_LISTED: Final = 100  # balances


def find_closed_with_money() -> list[tuple[User, list[Money]]]:
    """Return the first closed accounts that have money to pay out, with these amounts. One query.

    Limited to 100 balances; the next ones appear as these are paid.
    """
    rows = Account.objects.filter(player__state=State.CLOSED, player__is_staff=False)
    real = rows.filter(balance__gt=0).exclude(currency=PLAY_MONEY).select_related("player")
    found: dict[User, list[Money]] = {}
    for row in real.order_by("player_id", "currency_id")[:_LISTED]:
        if row.player and (money := round_down_to_coin(Money(row.balance, row.currency_id))):
            found.setdefault(row.player, []).append(money)
    return list(found.items())
