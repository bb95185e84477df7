"""Deposit and withdrawal limits in force."""

from collections.abc import Mapping
from typing import Final

from django.db import connection

from wallet.cash.models import CashLimit, LimitName
from wallet.money.values import BASE_CURRENCY, Money

RAISED: Final = (LimitName.WITHDRAWAL_MOST, LimitName.WITHDRAWAL_DAY)
"""Limits that a tier may raise: those that protect the house only. Tiers do not change who must approve a withdrawal."""


Limits = Mapping[tuple[str, str], Money]


_WHOLE: Final = 100


def limits_in_force() -> Limits:
    """Return every limit in force, by name and currency. One query."""
    rows = (
        CashLimit.objects.filter(decision__approved=True)
        .order_by("name", "currency", "-id")
        .distinct("name", "currency")
    )
    return {(row.name, row.currency_id): Money(row.units, row.currency_id) for row in rows}


def limit_in_force(name: LimitName, currency: str = BASE_CURRENCY) -> Money:
    """Return one limit in force; every currency starts with its own (trigger). One query."""
    return limits_in_force()[name.value, currency]


def raise_limit(limit: Money, hundredths: int) -> Money:
    return Money(limit.units * hundredths // _WHOLE, limit.currency)


def _withdrawal_factor(player_id: int) -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT public.wallet_withdrawal_factor(%s)", [player_id])
        return int(cursor.fetchall()[0][0])


def load_player_limits(player_id: int) -> Limits:
    """Return every limit as it applies to a player. Two queries.

    The tier may raise the largest withdrawal and the withdrawals of 24 hours (`loyalty/sql/withdrawing.sql`).
    """
    factor = _withdrawal_factor(player_id)
    return {
        (name, currency): raise_limit(units, factor) if name in RAISED else units
        for (name, currency), units in limits_in_force().items()
    }
