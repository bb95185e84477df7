"""Links that the profile requires, as they were at their last check. Without a required link there is no query, else one every 15 seconds."""

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.utils import timezone

from profiles.models import LinkCheck
from profiles.selectors.in_force import known_versions, profile_in_force
from profiles.values.fields import ProfileValues

KEPT_SECONDS: Final = 15
MISSING: Final = "missing"
UNCHECKED: Final = "unchecked"


@dataclass(frozen=True, slots=True)
class RequiredLink:
    """A link of a required group with its last check; `problem` is empty if it was reachable. No address: the group is empty."""

    group: str
    address: str = ""
    checked_at: datetime | None = None
    problem: str = ""


class _Kept:
    """The last checks that the process knows, by address, and until when they are kept."""

    checks: Mapping[str, LinkCheck] = {}
    until: float = 0.0


def required_links(country: str = "", at: datetime | None = None) -> list[RequiredLink]:
    """Return the links that the profile in force for players of a country requires, those with a problem too."""
    profile, now = profile_in_force(country, at), at or timezone.now()
    return list(_judge(profile, now)) if profile.required_links else []


def find_link_problem(country: str = "", at: datetime | None = None) -> RequiredLink | None:
    """Return a required link that is missing or was not reachable at its last check, or whose check is too old."""
    return next((one for one in required_links(country, at) if one.problem), None)


def list_checked_addresses(now: datetime) -> dict[str, int]:
    """Return every required address by the profiles in force and to come, with the hours within which it is checked."""
    found: dict[str, int] = {}
    versions = known_versions()
    moments = {now, *(one.in_force_from for one in versions if one.in_force_from > now)}
    for country in {one.country for one in versions}:
        for moment in moments:
            profile = profile_in_force(country, moment)
            for _group, address in _addresses(profile):
                hours = profile.links_checked_hours
                found[address] = min(hours, found.get(address, hours))
    return found


def _addresses(profile: ProfileValues) -> Iterator[tuple[str, str]]:
    for group in profile.required_links:
        for _name, address in getattr(profile, group):
            yield group, address


def _judge(profile: ProfileValues, now: datetime) -> Iterator[RequiredLink]:
    checks = _known_checks()
    oldest = now - timedelta(hours=profile.links_checked_hours)
    for group in profile.required_links:
        if not getattr(profile, group):
            yield RequiredLink(group, problem=MISSING)
    for group, address in _addresses(profile):
        check = checks.get(address)
        if check is None:
            yield RequiredLink(group, address, problem=UNCHECKED)
        else:
            late = UNCHECKED if check.checked_at < oldest else ""
            yield RequiredLink(group, address, check.checked_at, check.failure or late)


def _known_checks() -> Mapping[str, LinkCheck]:
    if time.monotonic() >= _Kept.until:
        _Kept.checks = {row.address: row for row in LinkCheck.objects.all()}
        _Kept.until = time.monotonic() + KEPT_SECONDS
    return _Kept.checks


def forget_checks() -> None:
    """Read the checks again at their next use."""
    _Kept.until = 0.0
