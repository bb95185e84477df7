"""Rates in templates, as the reader's language writes them."""

from datetime import timedelta
from decimal import ROUND_HALF_EVEN, Decimal

from django import template

from wallet.rates.words import format_rate

register = template.Library()
_FIGURES = 8  # significant ones; a rate that was entered as 4000 for a dollar reads 4,000


register.filter("rate", format_rate)


@register.filter
def per_dollar(value: Decimal) -> str:
    """Units per US dollar for a rate in USD: "4,000"."""
    return format_rate(_short(1 / value))


@register.filter
def figures(value: Decimal) -> str:
    """A rate between two currencies, to eight figures."""
    return format_rate(_short(value))


@register.filter
def percent(share: Decimal) -> str:
    """A share in per cent: "1.25"."""
    return format_rate(share * 100)


@register.filter
def hours(length: timedelta) -> int:
    """A length of time in whole hours."""
    return int(length.total_seconds()) // 3600


def _short(value: Decimal) -> Decimal:
    places = _FIGURES - 1 - value.adjusted()
    return value.quantize(Decimal(1).scaleb(-max(places, 0)), rounding=ROUND_HALF_EVEN)
