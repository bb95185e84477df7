"""Amounts in templates, as the reader's language writes them."""

from functools import lru_cache

from django import template
from django.utils.formats import number_format
from django.utils.translation import get_language

from pages import amounts
from pages.minus import with_minus
from wallet.money import Money

register = template.Library()


@register.filter
def amount(money: Money) -> str:
    """Every digit of `money` in the active locale, without its currency: "1,234.50"."""
    return _written(money.units, money.currency, get_language())


@register.filter("signed")
def _signed(money: Money) -> str:
    """The same with a plus before what comes in: "+1,234.50"."""
    return f"{'+' if money.units > 0 else ''}{amount(money)}"


@lru_cache(maxsize=8192)
def _written(units: int, currency: str, _language: str | None) -> str:
    """The same limits, chips and balances are written again and again, in the language that is active."""
    money = Money(units, currency)
    return with_minus(
        number_format(money.decimal, money.decimals, use_l10n=True, force_grouping=True)
    )


@register.filter
def typed(money: Money) -> str:
    """As it stands in a field where it can be changed: "1234.50"."""
    return amounts.written(money.decimal)


@register.simple_tag
def money(value: Money, *, signed: bool = False) -> str:
    """The amount and its ISO code, never broken over two lines: "1,234.50 USD".

    `signed` puts a plus before what comes in, as in a statement.
    """
    written = _signed(value) if signed else amount(value)
    return f"{written}\N{NO-BREAK SPACE}{value.currency}"
