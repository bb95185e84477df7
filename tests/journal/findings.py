"""Findings as tests read them."""

from collections.abc import Iterable

from django.utils import translation

from journal.values.findings import Finding
from journal.words.findings import describe_finding


def in_english(findings: Iterable[Finding]) -> list[str]:
    """Each as it is told, whatever language a page of an earlier test has left active."""
    with translation.override("en"):
        return [describe_finding(one) for one in findings]
