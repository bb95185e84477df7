"""The signs of numbers on pages: minus and per cent; files for programs keep the hyphen."""

from typing import Final

from django.utils.translation import get_language

MINUS: Final = "\N{MINUS SIGN}"
"""As wide as a plus, so that columns of figures stand; screen readers say it, where they pass over a hyphen."""


def with_minus(written: str) -> str:
    """A written number with a minus sign where it has a hyphen before it."""
    return f"{MINUS}{written[1:]}" if written.startswith("-") else written


def with_percent(written: object) -> str:
    """A written number with the per cent sign as the active language sets it: "99.67%", Spanish "99,67 %", never broken."""
    return f"{written}\N{NO-BREAK SPACE}%" if get_language() == "es" else f"{written}%"
