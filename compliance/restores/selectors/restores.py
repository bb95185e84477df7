"""Restores for the staff page."""

from dataclasses import dataclass

from restores.models import OutsideComparison, Preparation, Release, Restore
from restores.selectors import find_preparation, find_unreleased, is_open

SHOWN = 10


@dataclass(frozen=True, slots=True)
class ClosedState:
    """The restore that keeps the installation closed, what `after_restore` did, and the release that waits.

    `restore` is None while nobody has confirmed the present server: it opens, or a restore is recorded, within a minute.
    """

    restore: Restore | None
    preparation: Preparation | None = None
    comparison: OutsideComparison | None = None
    release: Release | None = None


def load_closed_state() -> ClosedState | None:
    """Return the state of a closed installation; None if it is open."""
    found = find_unreleased()
    if found is None:
        return None if is_open() else ClosedState(None)
    waiting = found.releases.filter(decision=None).select_related("proposed_by")
    return ClosedState(
        found,
        find_preparation(found),
        found.comparisons.order_by("-pk").first(),
        waiting.order_by("-pk").first(),
    )


def list_releases() -> list[Release]:
    """Return the latest decided releases."""
    decided = Release.objects.exclude(decision=None)
    related = ("restore", "proposed_by", "decision__decided_by")
    return list(decided.select_related(*related).order_by("-pk")[:SHOWN])
