"""What a check finds, in no language: `journal.words.findings` tells it in the reader's."""

from typing import Any, Final

Finding = dict[str, Any]
"""A `code` and its facts, as JSON keeps them."""


MORE: Final = "more"


def finding(code: str, **facts: object) -> Finding:
    """Return what is kept of a finding. Facts are numbers, names, times as ISO 8601, and lists and mappings of these."""
    return {"code": code, **facts}


def first_of(found: list[Finding], most: int) -> list[Finding]:
    """Return the first of them, and how many more there are."""
    left = len(found) - most
    return found if left <= 0 else [*found[:most], finding(MORE, count=left)]
