"""What differs: between two profiles' values, and between a version in force and what two people approved."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from profiles.models import ProfileDecision, ProfileVersion
from profiles.values.digests import digest_values
from profiles.values.fields import FIELDS
from profiles.values.stated import StatedValue, StatedValues


@dataclass(frozen=True, slots=True)
class FieldDifference:
    """A field that two profiles state differently; values, status, source and dates count."""

    name: str
    before: Sequence[StatedValue]
    after: Sequence[StatedValue]


def find_field_differences(before: StatedValues, after: StatedValues) -> list[FieldDifference]:
    """Return the fields that differ, in the order of the catalogue."""
    return [
        FieldDifference(name, before[name], after[name])
        for name in FIELDS
        if tuple(before[name]) != tuple(after[name])
    ]


def find_broken_versions() -> Iterator[str]:
    """Yield a sentence for each approved version that is not what two people approved, for the software's verification.

    Its values must have its digest, and another person than the proposer must have decided; of the first one, nobody.
    """
    approved = ProfileDecision.objects.filter(approved=True).select_related("proposal")
    for number, decision in enumerate(approved.order_by("decided_at", "pk")):
        if fault := _fault(decision.proposal, decision, first=number == 0):
            yield f"profile version {decision.pk}: {fault}"
    if not ProfileDecision.objects.filter(approved=True, proposal__country="").exists():
        yield "there is no profile for the licence"


def _fault(version: ProfileVersion, decision: ProfileDecision, *, first: bool) -> str:
    if digest_values(version.values) != version.digest:
        return "its values do not have its digest"
    people = (version.proposed_by_id, decision.decided_by_id)
    if people == (None, None):
        return "" if first else "nobody decided it"
    return "it was not decided by another person" if None in people or len({*people}) == 1 else ""
