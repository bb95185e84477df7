"""Loyalty points in templates."""

from decimal import Decimal

from django import template
from django.utils.formats import number_format

register = template.Library()
HUNDREDTHS = 2


@register.filter
def points(hundredths: int, signed: bool = False) -> str:  # noqa: FBT001, FBT002  a filter's argument has no name
    """Points as the reader's language writes them: "1,234.50"; `signed` puts a plus before what comes in."""
    plus = "+" if signed and hundredths > 0 else ""
    value = Decimal(hundredths).scaleb(-HUNDREDTHS)
    return f"{plus}{number_format(value, HUNDREDTHS, use_l10n=True, force_grouping=True)}"
