"""Deposit and withdrawal limits in force, as money and as they apply to a player."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.db import connection

from accounts.values.currencies import REAL_CURRENCIES
from limits.selectors.cash import load_cash_limits
from limits.values import CashLimitKind
from wallet.money.values import BASE_CURRENCY, Money, round_down_to_coin

RAISED: Final = (CashLimitKind.WITHDRAWAL_MOST, CashLimitKind.WITHDRAWAL_DAY)
"""Limits that a tier may raise: those that protect the house only. Tiers do not change who must approve a withdrawal."""


Limits = Mapping[tuple[str, str], Money]


_WHOLE: Final = 100


def limits_in_force() -> Limits:
    """Return every limit in force, by kind and currency. One query."""
    return {key: Money(limit.amount, limit.currency) for key, limit in load_cash_limits().items()}


def limit_in_force(kind: CashLimitKind, currency: str = BASE_CURRENCY) -> Money:
    """Return one limit in force; every currency starts with its own (trigger). One query."""
    return limits_in_force()[kind.value, currency]


@dataclass(frozen=True, slots=True)
class AmountBounds:
    """Smallest and largest amount of one payment in a currency."""

    least: Money
    most: Money


def deposit_bounds(limits: Limits) -> list[AmountBounds]:
    """Return the bounds of a deposit in each currency."""
    return _bounds(limits, CashLimitKind.DEPOSIT_LEAST, CashLimitKind.DEPOSIT_MOST)


def withdrawal_bounds(limits: Limits) -> list[AmountBounds]:
    """Return the bounds of a withdrawal in each currency."""
    return _bounds(limits, CashLimitKind.WITHDRAWAL_LEAST, CashLimitKind.WITHDRAWAL_MOST)


def _bounds(limits: Limits, least: CashLimitKind, most: CashLimitKind) -> list[AmountBounds]:
    return [
        AmountBounds(limits[least, code], round_down_to_coin(limits[most, code]))
        for code in REAL_CURRENCIES
    ]


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
        (kind, currency): raise_limit(amount, factor) if kind in RAISED else amount
        for (kind, currency), amount in limits_in_force().items()
    }
