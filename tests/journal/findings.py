"""English texts of findings, for tests."""

from collections.abc import Iterable

from django.utils import translation

from journal.values.findings import Finding
from journal.words.findings import describe_finding


def in_english(findings: Iterable[Finding]) -> list[str]:
    """Describe each finding in English; a page of an earlier test may have left another language active."""
    with translation.override("en"):
        return [describe_finding(one) for one in findings]
