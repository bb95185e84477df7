"""Amounts of money as text in the active language."""

from functools import lru_cache

from django.utils.formats import number_format
from django.utils.translation import get_language

from pages.minus import with_minus
from wallet.money.values import Money


def format_amount(money: Money) -> str:
    """Return every digit without the currency: "1,234.50"."""
    return _format_units(money.units, money.currency, get_language())


def format_signed_amount(money: Money) -> str:
    """The amount with a plus for positive ones: "+1,234.50"."""
    return f"{'+' if money.units > 0 else ''}{format_amount(money)}"


def format_money(money: Money, *, signed: bool = False) -> str:
    """Return the amount with its ISO code, never broken over two lines: "1,234.50 USD"."""
    text = format_signed_amount(money) if signed else format_amount(money)
    return f"{text}\N{NO-BREAK SPACE}{money.currency}"


@lru_cache(maxsize=8192)  # a page writes the same limits, chips and balances again and again
def _format_units(units: int, currency: str, _language: str | None) -> str:
    money = Money(units, currency)
    return with_minus(
        number_format(money.decimal, money.decimals, use_l10n=True, force_grouping=True)
    )
