"""Check of the versions of the profile against their approval."""

from collections.abc import Iterator

from journal.values.findings import Finding, make_finding
from profiles.selectors.differences import find_broken_versions


def find_profile_differences() -> Iterator[Finding]:
    """Yield one finding for each approved version that is not what two people approved. Two queries."""
    for sentence in find_broken_versions():
        yield make_finding("profile_changed", profile=sentence)
