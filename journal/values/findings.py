"""Findings of checks, independent of language; `journal.words.findings` translates them."""

from typing import Any, Final

Finding = dict[str, Any]
"""A `code` and its facts as JSON values."""


MORE: Final = "more"


def make_finding(code: str, **facts: object) -> Finding:
    """Build a finding. Facts are numbers, names, ISO 8601 times, and lists and mappings of these."""
    return {"code": code, **facts}


def truncate_findings(findings: list[Finding], most: int) -> list[Finding]:
    """Return the first `most` findings, followed by a finding with the number of the rest."""
    left = len(findings) - most
    return findings if left <= 0 else [*findings[:most], make_finding(MORE, count=left)]
