"""Check of the profiles in force against what was approved: the stored values must have the digest of their version."""

from collections.abc import Iterator

from journal.values.findings import Finding, make_finding
from profiles.models import ProfileVersion
from profiles.values.digests import digest_values


def find_profile_differences() -> Iterator[Finding]:
    """Yield one finding for each approved version whose values are not those of its digest. One query."""
    for one in ProfileVersion.objects.filter(decision__in_force_from__isnull=False).order_by("pk"):
        if digest_values(one.values) != one.digest:
            yield make_finding("profile_changed", profile=f"{one.name} {one.pk}")
