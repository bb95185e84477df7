"""Findings of checks, independent of language; `journal.words.findings` translates them."""

from typing import Any, Final

Finding = dict[str, Any]
"""A `code` and its facts as JSON values."""


MORE: Final = "more"


def make_finding(code: str, **facts: object) -> Finding:
    """Build a finding. Facts are numbers, names, ISO 8601 times, and lists and mappings of these."""
    return {"code": code, **facts}


def first_of(found: list[Finding], most: int) -> list[Finding]:
    """Return the first `most` findings, followed by a finding with the number of the rest."""
    left = len(found) - most
    return found if left <= 0 else [*found[:most], make_finding(MORE, count=left)]
