"""Event numbers as people read and type them: E-000123."""

import re
from typing import Final

_TYPED: Final = re.compile(r"(?:E-)?(\d{1,18})", re.ASCII | re.IGNORECASE)


def event_number(pk: int) -> str:
    return f"E-{pk:06d}"


def read_event_number(text: str) -> int | None:
    """Return the id of a typed number, with or without its letter; None for any other text."""
    found = _TYPED.fullmatch(text.strip())
    return int(found[1]) if found else None
