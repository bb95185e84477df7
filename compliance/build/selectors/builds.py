"""Builds for the staff pages: what they are, and what differs from the one in force."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Exists, OuterRef

from builds.models import BuildAcceptance, BuildManifest
from builds.selectors import find_builds_in_force
from builds.values import PartKind
from compliance.build.selectors.differences import compare_parts
from journal.values.findings import Finding

SHOWN = 20
SHOWN_OF_A_KIND = 50


@dataclass(frozen=True, slots=True)
class ChangedKind:
    """Parts of one kind that differ: the first of them, and how many more there are."""

    kind: PartKind
    findings: list[Finding]
    more: int


def list_builds() -> list[BuildManifest]:
    """Return the newest builds, with `waits`: whether an acceptance waits for its decision. One query."""
    waiting = BuildAcceptance.objects.filter(manifest=OuterRef("pk"), decision=None)
    found = BuildManifest.objects.defer("entries").annotate(waits=Exists(waiting))
    return list(found.order_by("-pk")[:SHOWN])


def find_changed_kinds(build: BuildManifest) -> tuple[BuildManifest | None, list[ChangedKind]]:
    """Return the build in force that this one is compared with, and what differs by kind.

    Compared with nothing, all parts are new.
    """
    other = next((one for one in find_builds_in_force() if one != build), None)
    before: Mapping[str, Mapping[str, str]] = other.entries if other else {}
    changed = [(kind, list(compare_parts(build.entries, before, [kind]))) for kind in PartKind]
    return other, [
        ChangedKind(kind, found[:SHOWN_OF_A_KIND], max(len(found) - SHOWN_OF_A_KIND, 0))
        for kind, found in changed
        if found
    ]


def list_acceptances(build: BuildManifest) -> list[BuildAcceptance]:
    """Return the acceptances of a build with their decisions, newest first. One query."""
    asked = build.acceptances.select_related("proposed_by", "decision__decided_by")
    return list(asked.order_by("-pk"))
