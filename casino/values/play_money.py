"""Play money: no rate, no worth, and tables may lend it."""

from decimal import Decimal

from tables.models import Table
from wallet.money.values import PLAY_MONEY, UNITS, Money
from wallet.rates.values import amount_usd

NO_RATE = Decimal(0)
"""What a round of play money keeps as its rate."""

LENT = Money(200 * UNITS, PLAY_MONEY)
ALWAYS = Money(100 * UNITS, PLAY_MONEY)


def formula_limit(table: Table, balance: Money) -> Money | None:
    """The maximum a player may put into a round before the deal; None if only the balance limits it."""
    if table.bet_formula != Table.BetFormula.FRIENDLY:
        return None
    return max(balance + LENT, ALWAYS)


def usd_of(money: Money, rate: Decimal) -> int:
    """The worth of an amount at its round's rate, in units; play money has none."""
    if money.currency == PLAY_MONEY:
        return 0
    return amount_usd(money, rate).units
