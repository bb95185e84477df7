"""Points as text in the active language."""

from decimal import Decimal
from typing import Final

from django.utils.formats import number_format

from pages.signs import with_minus

HUNDREDTHS: Final = 2


def format_points(hundredths: int, *, signed: bool = False) -> str:
    """Format points with their decimals: "1,234.50"; `signed` adds a plus sign to gains."""
    plus = "+" if signed and hundredths > 0 else ""
    value = Decimal(hundredths).scaleb(-HUNDREDTHS)
    text = number_format(value, HUNDREDTHS, use_l10n=True, force_grouping=True)
    return f"{plus}{with_minus(text)}"
