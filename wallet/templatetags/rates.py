"""Rates in templates, as the reader's language writes them."""

from datetime import timedelta
from decimal import ROUND_HALF_EVEN, Decimal

from django import template
from django.utils.formats import number_format

register = template.Library()
_FIGURES = 8  # significant ones; a rate that was entered as 4000 for a dollar reads 4,000


def _written(value: Decimal) -> str:
    plain = value.normalize()
    decimals = max(0, -int(plain.as_tuple().exponent))
    return number_format(plain, decimals, use_l10n=True, force_grouping=True)


@register.filter
def rate(value: Decimal) -> str:
    """Every digit of a rate in USD: "0.00025"."""
    return _written(value)


@register.filter
def per_dollar(value: Decimal) -> str:
    """How many units one US dollar buys at a rate in USD: "4,000"."""
    return _written(_short(1 / value))


@register.filter
def figures(value: Decimal) -> str:
    """A rate between two currencies, to eight figures."""
    return _written(_short(value))


@register.filter
def percent(share: Decimal) -> str:
    """A share in per cent: "1.25"."""
    return _written(share * 100)


@register.filter
def hours(length: timedelta) -> int:
    """A length of time in whole hours."""
    return int(length.total_seconds()) // 3600


def _short(value: Decimal) -> Decimal:
    places = _FIGURES - 1 - value.adjusted()
    return value.quantize(Decimal(1).scaleb(-max(places, 0)), rounding=ROUND_HALF_EVEN)
