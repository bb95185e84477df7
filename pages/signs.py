"""Minus and per cent signs on pages; files for programs keep the hyphen."""

from typing import Final

from django.utils.translation import get_language

MINUS: Final = "\N{MINUS SIGN}"
"""As wide as a plus sign, so that columns align; screen readers read it, unlike a hyphen."""


def with_minus(written: str) -> str:
    """Replace the leading hyphen of a formatted number by a minus sign."""
    return f"{MINUS}{written[1:]}" if written.startswith("-") else written


def with_percent(written: object) -> str:
    """Add the per cent sign in the style of the active language: "99.67%", Spanish "99,67 %" with a no-break space."""
    return f"{written}\N{NO-BREAK SPACE}%" if get_language() == "es" else f"{written}%"
