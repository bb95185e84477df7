"""Verification of the build: compare it with the builds in force, store the result, raise an alarm, close play.

At a start any difference closes play. Later only one in the database does, which reaches running processes at once; another
one waits for the next start, since a running process has loaded its code.
"""

import time
from dataclasses import dataclass
from typing import Final

from django.core.cache import cache
from django.db import transaction
from django.utils import timezone

import blackjack
from accounts.models.users import User
from accounts.roles.services import require
from accounts.roles.values import Right
from builds.models import BuildManifest, BuildSighting
from builds.selectors import (
    ONE_START,
    accepts_own_build,
    find_builds_in_force,
    name_installation,
)
from builds.values import APPROVED, AT_ONCE, Entries, PartKind
from compliance.build.selectors import approved_profiles, approved_rules
from compliance.build.selectors.differences import (
    approved_part,
    compare_parts,
    concerns_running_processes,
    find_exchanged_manifests,
    find_part_differences,
)
from compliance.build.selectors.found_build import Parts, find_build
from compliance.build.selectors.progress import PROGRESS, PROGRESS_SECONDS, QUEUED
from compliance.build.services.lock import only_one
from compliance.build.services.registration import SUBJECT, record_sighting, store_build
from journal.models import Check, EventKind
from journal.services.recording import record, record_once
from journal.services.waking import wake_worker
from journal.values.findings import Finding, make_finding, truncate_findings

TASK: Final = "compliance.tasks.verify_build"
MOST_FINDINGS: Final = 200
NOT_ACCEPTED: Final = "build_not_accepted"
NOTHING_ACCEPTED_YET: Final = "nothing accepted yet"


@dataclass(frozen=True, slots=True)
class BuildLook:
    """What a verification found: the parts, rules and profiles that differ from their approval, and how long it took."""

    parts: Parts
    unapproved: list[Finding]
    details: dict[str, object]


def request_check(*, acting_user: User) -> None:
    """Queue a verification for a worker. Raises NotPermitted."""
    require(acting_user, Right.VIEW_EVENTS)
    cache.set(PROGRESS, QUEUED, PROGRESS_SECONDS)
    wake_worker(TASK, Check.Occasion.DEMAND.value, acting_user.pk)


def request_start_check() -> None:
    """Queue the verification of a start for a worker."""
    wake_worker(TASK, Check.Occasion.START.value)


def verify_build(occasion: Check.Occasion, *, by_id: int | None = None) -> Check:
    """Verify the build, store the result and raise an alarm for new findings; scheduled runs repeat known ones.

    At a start, the good result of another start of this installation within the last minute is returned instead. Takes an
    advisory lock.
    """
    with only_one():
        last = _find_last()
        if last is not None and occasion == Check.Occasion.START and _just_started(last):
            return last
        try:
            return _store(_look(), occasion, by_id, last)
        finally:
            cache.delete(PROGRESS)


def _find_last() -> Check | None:
    here = Check.objects.filter(kind=Check.Kind.BUILD, details__installation=name_installation())
    return here.order_by("-pk").first()


def _just_started(last: Check) -> bool:
    is_start = last.occasion == Check.Occasion.START and last.passed
    return is_start and last.at > timezone.now() - ONE_START


def _look() -> BuildLook:
    began = time.monotonic()
    parts = find_build(lambda done, steps: cache.set(PROGRESS, (done, steps), PROGRESS_SECONDS))
    versions = approved_rules.versions_in_play()
    unapproved = [
        *approved_rules.find_rule_differences(versions),
        *approved_profiles.find_profile_differences(),
    ]
    for one in unapproved:
        if (part := approved_part(one)) is not None:
            parts.setdefault(part[0], {})[part[1]] = str(one["code"])
    return BuildLook(
        parts,
        unapproved,
        {
            "files": len(parts[PartKind.FILE]),
            "packages": len(parts.get(PartKind.PACKAGE, {})),
            "rules": len(versions),
            "library": blackjack.VERSION,
            "installation": name_installation(),
            "milliseconds": round((time.monotonic() - began) * 1000),
        },
    )


@transaction.atomic
def _store(
    look: BuildLook, occasion: Check.Occasion, by_id: int | None, last: Check | None
) -> Check:
    manifest = store_build(look.parts)
    if accepts_own_build() and occasion == Check.Occasion.START:
        record_sighting(manifest, closes=False, own=True)
    in_force = find_builds_in_force()
    found = _find_differences(look, in_force)
    _decide_gate(manifest, found, occasion, in_force)
    details = {**look.details, "manifest": manifest.digest}
    kept = truncate_findings(found, MOST_FINDINGS)
    check = Check.objects.create(
        kind=Check.Kind.BUILD,
        occasion=occasion,
        by_id=by_id,
        passed=not found,
        findings=kept,
        details=details,
    )
    is_known = last is not None and last.findings == kept
    if found and (not is_known or occasion == Check.Occasion.SCHEDULE):
        _alarm(check)
    return check


def _find_differences(look: BuildLook, in_force: list[BuildManifest]) -> list[Finding]:
    """Return the findings. What lacks its own approval is accepted by two people only, never by a demo's own build."""
    if not in_force:
        return [make_finding(NOT_ACCEPTED), *look.unapproved]
    entries = [one.entries for one in in_force]
    found = find_part_differences(look.parts, entries)
    return [
        *find_exchanged_manifests(in_force),
        *(one for one in found if one.get("part") not in APPROVED),
        *(one for one in look.unapproved if not _is_accepted(one, entries)),
    ]


def _is_accepted(finding: Finding, in_force: list[Entries]) -> bool:
    part = approved_part(finding)
    if part is None or accepts_own_build():
        return False
    kind, name = part
    return any(one.get(kind, {}).get(name) == finding["code"] for one in in_force)


def _decide_gate(
    manifest: BuildManifest,
    found: list[Finding],
    occasion: Check.Occasion,
    in_force: list[BuildManifest],
) -> None:
    """Close play for a difference that counts, and open it when the one that closed it has gone."""
    if accepts_own_build():
        return
    if occasion == Check.Occasion.START:
        record_sighting(manifest, closes=bool(found))
    elif concerns_running_processes(found):
        record_sighting(manifest, closes=True)
    elif not found and _was_closed_in_the_database(in_force):
        record_sighting(manifest, closes=False)


def _was_closed_in_the_database(in_force: list[BuildManifest]) -> bool:
    """Return whether play was closed here for nothing but the database: other code needs a start to be gone."""
    here = BuildSighting.objects.filter(installation=name_installation())
    last = here.select_related("manifest").order_by("-pk").first()
    if last is None or not last.closes:
        return False
    kinds = [kind for kind in PartKind if kind not in AT_ONCE]
    before = last.manifest.entries
    return any(next(compare_parts(before, one.entries, kinds), None) is None for one in in_force)


def _alarm(check: Check) -> None:
    """Record the findings as an event; that a new installation has accepted no build, separately and only once."""
    waiting = [one for one in check.findings if one["code"] == NOT_ACCEPTED]
    others = [one for one in check.findings if one not in waiting]
    if waiting:
        data = {"findings": waiting, "check": check.pk}
        record_once(EventKind.BUILD_DIFFERS, subject=SUBJECT, data=data, once=NOTHING_ACCEPTED_YET)
    if others:
        data = {"findings": others, "check": check.pk}
        record(EventKind.BUILD_DIFFERS, actor=check.by_id, subject=SUBJECT, data=data)
