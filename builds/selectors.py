"""Whether play is open, which builds are in force, and which one this process runs."""

import platform
import tomllib
from datetime import datetime, timedelta
from functools import lru_cache
from pathlib import Path
from typing import Final

from django.conf import settings
from django.db import connection
from django.utils import timezone

from builds.models import BuildAcceptanceDecision, BuildManifest, BuildSighting
from builds.values import BuildInForce, BuildState
from journal.models import Check
from profiles.selectors.in_force import profile_in_force

UPGRADE_TIME: Final = timedelta(hours=24)
"""How long the build before stays in force: the time of a rolling upgrade, and of going back."""
ONE_START: Final = timedelta(minutes=1)
"""Web and workers start together; one verification of an installation within this time is enough."""
_SHORT: Final = 8


class _Process:
    """What this process knows of its build, and from when on a verification at a start ends the wait for one."""

    build: BuildInForce | None = None
    awaited_from: datetime | None = None


def is_build_open() -> bool:
    """Return whether play is open, as far as builds are concerned. One query."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT builds_is_open()")
        row = cursor.fetchone()
    return bool(row and row[0])


def accepts_own_build() -> bool:
    """Return whether this installation accepts whatever build it finds, as a demo does."""
    return profile_in_force().own_build_accepted


def find_builds_in_force() -> list[BuildManifest]:
    """Return the build accepted last, and the one before while an upgrade may be under way. One query.

    Of an installation that accepts its own build: the one that it found at its last start.
    """
    if accepts_own_build():
        own = BuildSighting.objects.filter(own=True, installation=name_installation())
        last = own.select_related("manifest").order_by("-pk").first()
        return [last.manifest] if last else []
    accepted = BuildAcceptanceDecision.objects.filter(approved=True)
    related = accepted.select_related("proposal__manifest")
    newest = list(related.order_by("-decided_at", "-pk")[:2])
    is_upgrade = bool(newest) and newest[0].decided_at > timezone.now() - UPGRADE_TIME
    return [one.proposal.manifest for one in (newest if is_upgrade else newest[:1])]


def name_installation() -> str:
    """Return the name of this installation: its machine and the folder of its code."""
    return f"{platform.node()}:{settings.BASE_DIR}"


def await_own_build() -> None:
    """Say that the build is being verified until a verification of this start has ended."""
    _Process.awaited_from = timezone.now() - ONE_START
    load_build()


def load_build() -> None:
    """Load what `build_in_force` returns: the build that was found here last, and whether it is accepted."""
    since = _Process.awaited_from
    is_verified = since is not None and _was_verified_since(since)
    found = BuildSighting.objects.filter(installation=name_installation())
    last = found.select_related("manifest").order_by("-pk").first()
    _Process.build = _describe(last) if last else None
    if is_verified:  # last: other threads draw pages meanwhile
        _Process.awaited_from = None


def _was_verified_since(since: datetime) -> bool:
    """Return whether a start was verified; a build that was found before is not stored again."""
    checks = Check.objects.filter(kind=Check.Kind.BUILD, occasion=Check.Occasion.START)
    return checks.filter(details__installation=name_installation(), at__gte=since).exists()


def _describe(sighting: BuildSighting) -> BuildInForce:
    state = BuildState.UNKNOWN
    if sighting.manifest_id in {one.pk for one in find_builds_in_force()}:
        state = BuildState.OWN if sighting.own else BuildState.ACCEPTED
    return BuildInForce(read_version(), sighting.manifest.digest[:_SHORT], state)


def build_in_force() -> BuildInForce:
    """Return the build of this process, as it was loaded last. No query."""
    if _Process.awaited_from:
        return BuildInForce(read_version(), state=BuildState.VERIFYING)
    return _Process.build or BuildInForce(read_version())


def read_version() -> str:
    """Return the version of the code, which pyproject.toml names."""
    return _read_version(Path(settings.BASE_DIR))


@lru_cache(maxsize=2)
def _read_version(root: Path) -> str:
    text = (root / "pyproject.toml").read_text(encoding="utf-8")
    return str(tomllib.loads(text)["project"]["version"])
