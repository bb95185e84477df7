"""Play money: no rate, no worth; the house gives it, and tables may lend it."""

from datetime import datetime, timedelta
from decimal import Decimal
from typing import Final

from tables.models import Table
from wallet.money.values import PLAY_MONEY, UNITS, Money
from wallet.rates.values import amount_usd

NO_RATE = Decimal(0)
"""What a round of play money keeps as its rate."""

FULL: Final = Money(1_000 * UNITS, PLAY_MONEY)
"""What a player has after the first visit of a table, and after a refill."""

LOW: Final = Money(100 * UNITS, PLAY_MONEY)
"""Below this balance it is refilled."""

REFILL_EVERY: Final = timedelta(days=1)

LENT = Money(200 * UNITS, PLAY_MONEY)
ALWAYS = Money(100 * UNITS, PLAY_MONEY)


def formula_limit(table: Table, balance: Money) -> Money | None:
    """The maximum a player may put into a round before the deal; None if only the balance limits it."""
    if table.bet_formula != Table.BetFormula.FRIENDLY:
        return None
    return max(balance + LENT, ALWAYS)


def next_refill(given_at: datetime | None, now: datetime) -> datetime | None:
    """From when on the balance may be refilled, where play money was last given at this time; None if it may be now."""
    if given_at is None or given_at + REFILL_EVERY <= now:
        return None
    return given_at + REFILL_EVERY


def usd_of(money: Money, rate: Decimal) -> int:
    """The worth of an amount at its round's rate, in units; play money has none."""
    if money.currency == PLAY_MONEY:
        return 0
    return amount_usd(money, rate).units
