"""The minus sign of amounts on pages; files for programs keep the hyphen."""

from typing import Final

MINUS: Final = "\N{MINUS SIGN}"
"""As wide as a plus, so that columns of figures stand; screen readers say it, where they pass over a hyphen."""


def with_minus(written: str) -> str:
    """A written number with a minus sign where it has a hyphen before it."""
    return f"{MINUS}{written[1:]}" if written.startswith("-") else written
