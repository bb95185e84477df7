"""Every check by its name."""

from reports.standards.checks import house, people, play
from reports.standards.values.evidence import EvidenceCheck, find_registered

MODULES = (people, play, house)
"""Importing them registers their checks."""


def find_check(name: str) -> EvidenceCheck:
    """Return the check with this name. Raises KeyError."""
    return find_registered(name)
