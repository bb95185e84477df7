"""Restores for the staff page."""

from dataclasses import dataclass

from restores.models import Preparation, Release, Restore
from restores.selectors import find_unreleased

SHOWN = 10


@dataclass(frozen=True, slots=True)
class ClosedState:
    """The restore that keeps the installation closed, what `after_restore` did, and the release that waits."""

    restore: Restore
    preparation: Preparation | None
    release: Release | None


def load_closed_state() -> ClosedState | None:
    """Return the state of a closed installation; None if it is open."""
    found = find_unreleased()
    if found is None:
        return None
    waiting = found.releases.filter(decision=None).select_related("proposed_by")
    return ClosedState(
        found, Preparation.objects.filter(pk=found.pk).first(), waiting.order_by("-pk").first()
    )


def list_releases() -> list[Release]:
    """Return the latest decided releases."""
    decided = Release.objects.exclude(decision=None)
    related = ("restore", "proposed_by", "decision__decided_by")
    return list(decided.select_related(*related).order_by("-pk")[:SHOWN])
