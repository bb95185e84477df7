"""Play money: granted by the house, lent by some tables, without rate or worth."""

from datetime import datetime, timedelta
from decimal import Decimal
from typing import Final

from tables.models import Table
from wallet.money.values import PLAY_MONEY, UNITS, Money
from wallet.rates.values import convert_to_usd

NO_RATE = Decimal(0)
"""Rate stored with a round of play money."""

REFILL_TO: Final = Money(1_000 * UNITS, PLAY_MONEY)
"""Balance after the first visit of a table, and after a refill."""

REFILL_BELOW: Final = Money(100 * UNITS, PLAY_MONEY)
"""Balance below which a refill is possible."""

LABORATORY_REFILL_TO: Final = Money(1_000_000 * UNITS, PLAY_MONEY)
LABORATORY_REFILL_BELOW: Final = Money(100_000 * UNITS, PLAY_MONEY)
"""As above, at a laboratory table, where a refill waits for no day."""

REFILL_INTERVAL: Final = timedelta(days=1)

MAX_CREDIT = Money(200 * UNITS, PLAY_MONEY)
MIN_ROUND_LIMIT = Money(100 * UNITS, PLAY_MONEY)


def formula_limit(table: Table, balance: Money) -> Money | None:
    """Return the maximum a player may put into a round before the deal; None if only the balance limits it."""
    if table.bet_formula != Table.BetFormula.FRIENDLY:
        return None
    return max(balance + MAX_CREDIT, MIN_ROUND_LIMIT)


def next_refill(given_at: datetime | None, now: datetime) -> datetime | None:
    """Return when the balance may be refilled after a grant at `given_at`; None if it may be now."""
    if given_at is None or given_at + REFILL_INTERVAL <= now:
        return None
    return given_at + REFILL_INTERVAL


def convert_round_money(money: Money, rate: Decimal) -> int:
    """Return the value in USD of an amount at its round's rate, in units; 0 for play money."""
    if money.currency == PLAY_MONEY:
        return 0
    return convert_to_usd(money, rate).units
