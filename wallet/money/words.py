"""Amounts of money as text in the active language.

Pages use a currency's sign where it cannot mean another currency: "$1.00" in English, "US$ 1,00" in Spanish, where a
bare "$" may be a peso, and say in words what is play money. Files use codes.
"""

from functools import lru_cache
from typing import Final

from django.utils.formats import number_format
from django.utils.translation import get_language

from accounts.values.currencies import CURRENCY_CHOICES
from pages.currency_signs import money_pattern
from pages.signs import MINUS, with_minus
from wallet.money.values import Money

_NAMES: Final = dict(CURRENCY_CHOICES)


def format_amount(money: Money) -> str:
    """Return every digit without the currency: "1,234.50"."""
    return _format_units(money.units, money.currency, get_language())


def format_signed_amount(money: Money) -> str:
    """Return the amount with a plus sign if it is positive: "+1,234.50"."""
    return f"{'+' if money.units > 0 else ''}{format_amount(money)}"


def format_money(money: Money, *, signed: bool = False) -> str:
    """Return the amount with its currency, without a line break: "$1,234.50", signed "+$1,234.50"."""
    text = format_signed_amount(money) if signed else format_amount(money)
    sign, figures = (text[0], text[1:]) if text[0] in f"+{MINUS}" else ("", text)
    return sign + money_pattern(money.currency).format(figures)


def name_currency(code: str) -> str:
    """Return the name of a currency on pages: its ISO code, or "Play money"."""
    return str(_NAMES[code])


def format_with_code(money: Money) -> str:
    """Return the amount with its ISO code, for files: "1,234.50 USD"."""
    return f"{format_amount(money)}\N{NO-BREAK SPACE}{money.currency}"


@lru_cache(maxsize=8192)  # pages repeat the same limits, chips and balances
def _format_units(units: int, currency: str, _language: str | None) -> str:
    money = Money(units, currency)
    return with_minus(
        number_format(money.decimal, money.decimals, use_l10n=True, force_grouping=True)
    )
