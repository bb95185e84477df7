"""The sign of amounts that people read; what machines read keeps its hyphen."""

from typing import Final

MINUS: Final = "\N{MINUS SIGN}"
"""As wide as a plus, so that columns of figures stand; screen readers say it, where they pass over a hyphen."""


def with_minus(written: str) -> str:
    """A written number with a minus sign where it has a hyphen before it."""
    return f"{MINUS}{written[1:]}" if written.startswith("-") else written
