"""Loyalty points in templates."""

from decimal import Decimal

from django import template
from django.utils.formats import number_format

from pages.minus import with_minus
from wallet.money import BASE_CURRENCY, SCALE_DIGITS

register = template.Library()
HUNDREDTHS = 2


@register.filter
def points(hundredths: int, signed: bool = False) -> str:  # noqa: FBT001, FBT002  a filter's argument has no name
    """Points as the reader's language writes them: "1,234.50"; `signed` puts a plus before what comes in."""
    plus = "+" if signed and hundredths > 0 else ""
    value = Decimal(hundredths).scaleb(-HUNDREDTHS)
    written = number_format(value, HUNDREDTHS, use_l10n=True, force_grouping=True)
    return f"{plus}{with_minus(written)}"


@register.filter
def whole_points(count: int) -> str:
    """Whole points likewise: "1,234"."""
    return number_format(count, force_grouping=True)


@register.filter
def point_worth(units: int) -> str:
    """What a point is worth, as exact as it is, with at least its cents: "0.01 USD", "0.0125 USD"."""
    value = Decimal(units).scaleb(-SCALE_DIGITS)
    digits = max(HUNDREDTHS, -int(value.normalize().as_tuple().exponent))
    return f"{number_format(value, digits, use_l10n=True)}\N{NO-BREAK SPACE}{BASE_CURRENCY}"


@register.filter
def unlocalized(number: int) -> str:
    """A number as machines read it, in a field or an attribute."""
    return str(number)
