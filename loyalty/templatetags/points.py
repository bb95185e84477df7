"""Loyalty points in templates."""

from decimal import Decimal

from django import template
from django.utils.formats import number_format

from loyalty.words.points import HUNDREDTHS, format_points
from pages.currency_signs import money_pattern
from wallet.money.values import BASE_CURRENCY, SCALE_DIGITS

register = template.Library()


@register.filter
def points(hundredths: int, signed: bool = False) -> str:  # noqa: FBT001, FBT002  a filter's argument has no name
    """Format points in the reader's language; `signed` adds a plus sign to gains."""
    return format_points(hundredths, signed=signed)


@register.filter
def whole_points(count: int) -> str:
    """Format whole points: "1,234"."""
    return number_format(count, force_grouping=True)


@register.filter
def point_worth(units: int) -> str:
    """Format the exact value of a point, with at least two decimals: "$0.01", "$0.0125"."""
    value = Decimal(units).scaleb(-SCALE_DIGITS)
    digits = max(HUNDREDTHS, -int(value.normalize().as_tuple().exponent))
    return money_pattern(BASE_CURRENCY).format(number_format(value, digits, use_l10n=True))


@register.filter
def unlocalized(number: int) -> str:
    """Format a number for machines, in a field or an attribute."""
    return str(number)
