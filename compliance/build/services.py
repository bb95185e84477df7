"""Build verification: code against its manifest, rules against their approval. Stores results; raises alarms."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Final

from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone

import blackjack
from accounts.models.users import User
from accounts.roles.services import require
from accounts.roles.values import Right
from compliance.build.selectors import approved_rules, manifest
from internals.postgresql.direct import direct_session
from journal.models import Check, Event, EventKind
from journal.services.recording import record, record_once
from journal.values.findings import Finding, make_finding, truncate_findings

SUBJECT: Final = "build"
MOST_FINDINGS: Final = 200
NO_MANIFEST_YET: Final = "no manifest yet"
MISSING: Final = "manifest_missing"
_ONE_START: Final = timedelta(minutes=1)
"""Web and workers start together; one check within this time is enough."""


def manifest_path() -> Path:
    return Path(settings.BUILD_MANIFEST)


def verify_build(occasion: Check.Occasion, *, acting_user: User | None = None) -> Check:
    """Verify the build, store the result and raise an alarm for new findings; scheduled runs repeat known ones.

    At start, the result of another start within the last minute is returned instead. Takes an advisory lock. Raises
    NotPermitted.
    """
    if acting_user is not None:
        require(acting_user, Right.VIEW_EVENTS)
    with _alone():
        return _verify(occasion, acting_user)


@contextmanager
def _alone() -> Iterator[None]:
    """Serialise verifications with a session advisory lock; a worker that had to wait then finds the stored result."""
    with direct_session():
        yield from _hold_lock()


def _hold_lock() -> Iterator[None]:
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = 0; SELECT pg_advisory_lock(hashtext(%s))", [SUBJECT])
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock(hashtext(%s)); RESET lock_timeout", [SUBJECT])


def _verify(occasion: Check.Occasion, acting_user: User | None) -> Check:
    last = Check.objects.filter(kind=Check.Kind.BUILD).order_by("-pk").first()
    if last is not None and occasion == Check.Occasion.START and _just_started(last):
        return last
    began = time.monotonic()
    found, details = _look()
    kept = truncate_findings(found, MOST_FINDINGS)
    details["milliseconds"] = round((time.monotonic() - began) * 1000)
    with transaction.atomic():
        check = Check.objects.create(
            kind=Check.Kind.BUILD,
            occasion=occasion,
            by_id=acting_user.pk if acting_user else None,
            passed=not found,
            findings=kept,
            details=details,
        )
        known = last is not None and last.findings == kept
        if found and (not known or occasion == Check.Occasion.SCHEDULE):
            _alarm(check)
    return check


def _alarm(check: Check) -> None:
    """Record the findings as events; on a new installation, the missing manifest separately and only once."""
    missing = [one for one in check.findings if one["code"] == MISSING] if _is_new_house() else []
    others = [one for one in check.findings if one not in missing]
    if missing:
        data = {"findings": missing, "check": check.pk}
        record_once(EventKind.BUILD_DIFFERS, subject=SUBJECT, data=data, once=NO_MANIFEST_YET)
    if others:
        data = {"findings": others, "check": check.pk}
        record(EventKind.BUILD_DIFFERS, actor=check.by_id, subject=SUBJECT, data=data)


def _is_new_house() -> bool:
    """Return whether no manifest was ever written or accepted and none exists."""
    written = Event.objects.filter(kind=EventKind.BUILD_MANIFEST_WRITTEN.value).exists()
    return not written and not manifest_path().exists()


def _just_started(last: Check) -> bool:
    return last.occasion == Check.Occasion.START and last.at > timezone.now() - _ONE_START


def _look() -> tuple[list[Finding], dict[str, object]]:
    """Return the findings, and the numbers of files and versions compared."""
    code = manifest.hash_product_files(settings.BASE_DIR)
    versions = approved_rules.versions_in_play()
    details: dict[str, object] = {
        "files": len(code),
        "rules": len(versions),
        "library": blackjack.VERSION,
    }
    try:
        said = manifest.read_manifest(manifest_path())
    except manifest.ManifestUnreadable as error:
        return [error.finding, *approved_rules.find_rule_differences(versions)], details
    details["manifest"] = manifest.hash_manifest(manifest_path())
    return [
        *_find_exchanged_manifest(str(details["manifest"])),
        *manifest.find_file_differences(said, code),
        *approved_rules.find_rule_differences(versions),
    ], details


def _find_exchanged_manifest(digest: str) -> list[Finding]:
    """Return a finding if the manifest is not the one recorded by the last BUILD_MANIFEST_WRITTEN event."""
    last = Event.objects.filter(kind=EventKind.BUILD_MANIFEST_WRITTEN.value).order_by("-pk").first()
    if last is None or last.data["manifest"] == digest:
        return []
    return [make_finding("manifest_exchanged", file=manifest_path().name, at=last.at.isoformat())]


def write_manifest() -> int:
    """Write the manifest of the present files atomically and record an event. Return the number of files."""
    found = manifest.hash_product_files(settings.BASE_DIR)
    fresh = manifest_path().with_suffix(".new")
    manifest_path().parent.mkdir(parents=True, exist_ok=True)
    with fresh.open("w", encoding="utf-8") as file:
        file.write(manifest.format_manifest(found))
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(manifest_path())
    return accept_manifest()


def accept_manifest() -> int:
    """Record the present manifest as accepted, with an event. Return its number of files. Raises ManifestUnreadable."""
    said = manifest.read_manifest(manifest_path())
    data = {"manifest": manifest.hash_manifest(manifest_path()), "files": len(said)}
    record(EventKind.BUILD_MANIFEST_WRITTEN, subject=SUBJECT, data=data)
    return len(said)
