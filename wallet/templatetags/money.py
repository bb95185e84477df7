"""Amounts in templates, as the reader's language writes them."""

from django import template
from django.utils.formats import number_format

from wallet.money import Money

register = template.Library()


@register.filter
def amount(money: Money) -> str:
    """Every digit of `money` in the active locale, without its currency: "1,234.50"."""
    return number_format(money.decimal, money.decimals, use_l10n=True, force_grouping=True)


@register.simple_tag
def money(value: Money, *, signed: bool = False) -> str:
    """The amount and its ISO code, never broken over two lines: "1,234.50 USD".

    `signed` puts a plus before what comes in, as in a statement.
    """
    plus = "+" if signed and value.units > 0 else ""
    return f"{plus}{amount(value)}\N{NO-BREAK SPACE}{value.currency}"
