"""Template filters for rates, in the reader's language."""

from datetime import timedelta
from decimal import ROUND_HALF_EVEN, Decimal

from django import template

from wallet.rates.words import format_rate

register = template.Library()
_FIGURES = 8  # significant; a rate entered as 4000 per dollar then reads 4,000


register.filter("rate", format_rate)


@register.filter
def per_dollar(value: Decimal) -> str:
    """Format a rate in USD per unit as units per US dollar: "4,000"."""
    return format_rate(_short(1 / value))


@register.filter
def figures(value: Decimal) -> str:
    """Format a rate between two currencies to eight significant figures."""
    return format_rate(_short(value))


@register.filter
def percent(share: Decimal) -> str:
    """Format a share in per cent: "1.25"."""
    return format_rate(share * 100)


@register.filter
def hours(length: timedelta) -> int:
    """Return a duration in whole hours, rounded down."""
    return int(length.total_seconds()) // 3600


def _short(value: Decimal) -> Decimal:
    places = _FIGURES - 1 - value.adjusted()
    return value.quantize(Decimal(1).scaleb(-max(places, 0)), rounding=ROUND_HALF_EVEN)
