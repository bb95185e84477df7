"""Versions of the profile for the staff pages."""

from datetime import UTC, datetime

from django.db.models import QuerySet

from accounts.roles.values import Right
from approvals.selectors import Queue, undecided_proposals
from profiles.models import ProfileVersion
from profiles.selectors.differences import FieldDifference, find_field_differences
from profiles.selectors.in_force import (
    KnownVersion,
    complete_values,
    known_versions,
    newest_values,
    version_at,
)
from profiles.values.profile_files import NAMES, read_shipped
from profiles.values.stated import StatedValues, load_values


def profile_versions() -> QuerySet[ProfileVersion]:
    """Return every version with its people, the newest first."""
    related = ("proposed_by", "decision__decided_by")
    return ProfileVersion.objects.select_related(*related).order_by("-pk")


def find_state(version: ProfileVersion, now: datetime) -> str:
    """Return the state of a version at a moment: proposed, refused, coming, in_force or past."""
    decision = getattr(version, "decision", None)
    if decision is None:
        return "proposed"
    if decision.in_force_from is None:
        return "refused"
    if decision.in_force_from > now:
        return "coming"
    current = version_at(version.country, now)
    return "in_force" if current is not None and current.pk == version.pk else "past"


def load_version_values(version: ProfileVersion) -> StatedValues:
    return complete_values(load_values(version.values))


def compare_version(version: ProfileVersion) -> list[FieldDifference]:
    """Return what a version states otherwise: than the one before it, or while it waits than what is in force."""
    before = _before(version)
    return [] if before is None else find_field_differences(before, load_version_values(version))


def _before(version: ProfileVersion) -> StatedValues | None:
    decision = getattr(version, "decision", None)
    if decision is None or decision.in_force_from is None:
        return newest_values(version.country)
    earlier = ProfileVersion.objects.filter(
        country=version.country, decision__in_force_from__lt=decision.in_force_from
    )
    found = earlier.order_by("-decision__in_force_from", "-pk").first()
    return None if found is None else load_version_values(found)


def compare_with_file(name: str, values: StatedValues) -> list[FieldDifference]:
    """Return what differs between the shipped file of this name and these values; nothing without such a file."""
    if name not in NAMES:
        return []
    return find_field_differences(read_shipped(name, datetime.now(UTC).date()).values, values)


def list_coming(country: str, now: datetime) -> list[KnownVersion]:
    """Return the approved versions of the licence ("") or of a country that are not in force yet, the next one first."""
    found = [one for one in known_versions() if one.country == country and one.in_force_from > now]
    return found[::-1]


def profile_queues() -> tuple[Queue, ...]:
    """Return the queue of proposed versions."""
    rows = undecided_proposals(ProfileVersion)
    return (Queue("profiles", Right.VIEW_PROFILES, rows, "profiles:list"),)
