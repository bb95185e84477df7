"""Amounts of money as text in the active language.

Pages write a currency's sign where it can be taken for no other currency: "$1.00" in English, "US$ 1,00" in Spanish, where a bare "$"
may be a peso. Files write ISO codes.
"""

from functools import lru_cache
from typing import Final

from django.utils.formats import number_format
from django.utils.translation import get_language

from pages.signs import MINUS, with_minus
from wallet.money.values import Money

_SIGNS: Final = {
    "en": {"USD": "${}", "EUR": "€{}"},
    "es": {
        "USD": "US$\N{NO-BREAK SPACE}{}",
        "EUR": "{}\N{NO-BREAK SPACE}€",
        "COP": "COL$\N{NO-BREAK SPACE}{}",
        "DOP": "RD$\N{NO-BREAK SPACE}{}",
        "VES": "Bs.\N{NO-BREAK SPACE}{}",
    },
}
"""How a language writes an amount of a currency. Currencies that are not listed are followed by their ISO code."""


def format_amount(money: Money) -> str:
    """Return every digit without the currency: "1,234.50"."""
    return _format_units(money.units, money.currency, get_language())


def format_signed_amount(money: Money) -> str:
    """The amount with a plus for positive ones: "+1,234.50"."""
    return f"{'+' if money.units > 0 else ''}{format_amount(money)}"


def format_money(money: Money, *, signed: bool = False) -> str:
    """Return the amount with its currency, never broken over two lines: "$1,234.50", signed "+$1,234.50"."""
    text = format_signed_amount(money) if signed else format_amount(money)
    sign, figures = (text[0], text[1:]) if text[0] in f"+{MINUS}" else ("", text)
    return sign + money_pattern(money.currency).format(figures)


def money_pattern(currency: str) -> str:
    """Return how the active language writes an amount of the currency, with "{}" for the figures: "${}"."""
    return _SIGNS.get(get_language() or "", {}).get(currency, f"{{}}\N{NO-BREAK SPACE}{currency}")


def format_with_code(money: Money) -> str:
    """Return the amount with its ISO code, as files have it: "1,234.50 USD"."""
    return f"{format_amount(money)}\N{NO-BREAK SPACE}{money.currency}"


@lru_cache(maxsize=8192)  # a page writes the same limits, chips and balances again and again
def _format_units(units: int, currency: str, _language: str | None) -> str:
    money = Money(units, currency)
    return with_minus(
        number_format(money.decimal, money.decimals, use_l10n=True, force_grouping=True)
    )
