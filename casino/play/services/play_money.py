"""Grants of play money: on a player's first visit to a table, and once a day for a low balance."""

from datetime import datetime
from uuid import uuid4

from django.db import transaction
from django.db.models import Q

from accounts.models.users import User
from accounts.restrictions.selectors.eligibility import may_play_play_money
from casino.play.selectors.player_money import PlayerMoney
from casino.values.play_money import (
    LABORATORY_REFILL_BELOW,
    LABORATORY_REFILL_TO,
    REFILL_BELOW,
    REFILL_INTERVAL,
    REFILL_TO,
    next_refill,
)
from wallet.ledger.services.movements import grant_play_money
from wallet.money.values import PLAY_MONEY


def refill_at_laboratory(player: User, money: PlayerMoney) -> bool:
    """Raise the balance to `LABORATORY_REFILL_TO` if it is below `LABORATORY_REFILL_BELOW` and the player may play, as often as needed."""
    held = money.balance(PLAY_MONEY)
    if held >= LABORATORY_REFILL_BELOW:
        return False
    if may_play_play_money(player, confirmed=money.confirmed) is not None:
        return False
    grant_play_money(player.pk, LABORATORY_REFILL_TO - held, key=uuid4(), reason="laboratory")
    return True


def refill_play_money(player: User, money: PlayerMoney, now: datetime) -> bool:
    """Raise the balance to `REFILL_TO` if it is below `REFILL_BELOW` and the player may play, at most once a day.

    Returns whether it was raised. No query if nothing is due. Concurrent requests grant once.
    """
    held = money.balance(PLAY_MONEY)
    if held >= REFILL_BELOW or next_refill(player.play_money_at, now) is not None:
        return False
    if may_play_play_money(player, confirmed=money.confirmed) is not None:
        return False
    is_first = player.play_money_at is None
    with transaction.atomic():
        due = Q(play_money_at=None) | Q(play_money_at__lte=now - REFILL_INTERVAL)
        if not User.objects.filter(due, pk=player.pk).update(play_money_at=now):
            return False
        reason = "first play money" if is_first else "daily play money"
        grant_play_money(player.pk, REFILL_TO - held, key=uuid4(), reason=reason)
    player.play_money_at = now
    return True
