"""Template filters and tags for amounts of money."""

from django import template

from pages import amounts
from pages.currency_signs import money_pattern
from wallet.money.values import Money
from wallet.money.words import (
    format_amount,
    format_money,
    format_signed_amount,
    name_currency,
)

register = template.Library()
register.filter("amount", format_amount)
register.filter("signed", format_signed_amount)
register.filter("pattern", money_pattern)
register.filter("currency_name", name_currency)
register.simple_tag(format_money, name="money")


@register.filter
def typed(money: Money) -> str:
    """Format an amount as in an editable field: "1234.50"."""
    return amounts.format_number(money.decimal)
