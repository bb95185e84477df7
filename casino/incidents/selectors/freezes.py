"""Rounds frozen by staff: open freezes, and counts by person."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q, QuerySet

from casino.models import Freeze, Round


def open_freezes() -> QuerySet[Freeze]:
    """Undecided freezes of rounds still in progress, oldest first."""
    running = Freeze.objects.filter(decision=None, round__status=Round.Status.IN_PROGRESS)
    return running.order_by("proposed_at", "pk")


def load_open_freezes_by_round(rounds: Iterable[Round]) -> dict[int, Freeze]:
    """Open freezes of these rounds, by round key. One query; none if no round is frozen."""
    keys = [one.pk for one in rounds if one.frozen]
    if not keys:
        return {}
    found = open_freezes().filter(round__in=keys).select_related("proposed_by")
    return {one.round_id: one for one in found}


@dataclass(frozen=True, slots=True)
class FreezeCounts:
    """Counts of a person's freezes: all, cancelled and released."""

    name: str
    frozen: int
    cancelled: int
    released: int


def count_freezes_by_person(since: datetime) -> list[FreezeCounts]:
    """Freeze counts by person since then, highest first. One query."""
    rows = (
        Freeze.objects.filter(proposed_at__gte=since)
        .values("proposed_by", "proposed_by__full_name")
        .annotate(
            frozen=Count("pk"),
            cancelled=Count("pk", filter=Q(decision__approved=True)),
            released=Count("pk", filter=Q(decision__approved=False)),
        )
        .order_by("-frozen", "proposed_by__full_name", "proposed_by")
    )
    return [
        FreezeCounts(
            row["proposed_by__full_name"], row["frozen"], row["cancelled"], row["released"]
        )
        for row in rows
    ]
