"""Sets of tiers with their states and numbers of players."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Max, Prefetch

from loyalty.models.points import PointsAccount
from loyalty.models.tiers import Tier, TierSet
from loyalty.selectors.tiers import find_tier_set_in_force
from loyalty.values.set_states import SetState


@dataclass(frozen=True, slots=True)
class TierSetStatus:
    """A set with its state, its tiers, and the number of players on each."""

    row: TierSet
    state: SetState
    tiers: Sequence[tuple[Tier, int]]


def determine_state(row: TierSet, force: TierSet, lasting: Mapping[datetime, int]) -> SetState:
    """Return the state of a set, given the one in force and, per start time, the number of the set that applies."""
    if not hasattr(row, "decision"):
        return SetState.PROPOSED
    if not row.decision.approved:
        return SetState.REFUSED
    if row.pk == force.pk:
        return SetState.IN_FORCE
    if row.effective_at <= force.effective_at:
        return SetState.PAST
    return SetState.TO_COME if lasting[row.effective_at] == row.pk else SetState.OVERTAKEN


def tier_sets(*wanted: int) -> list[TierSetStatus]:
    """Return all sets or these, newest first. Six queries."""
    rows = TierSet.objects.select_related("proposed_by", "decision__decided_by").order_by("-id")
    rows = rows.prefetch_related(Prefetch("tiers", Tier.objects.order_by("threshold")))
    force, on, lasting = find_tier_set_in_force(), _players_on(), _lasting()
    found = rows.filter(pk__in=wanted) if wanted else rows
    return [
        TierSetStatus(
            row,
            determine_state(row, force, lasting),
            [(tier, on.get(tier.pk, 0)) for tier in row.tiers.all()],
        )
        for row in found
    ]


def _lasting() -> dict[datetime, int]:
    """Return the last approved set per start time, which is the one that applies."""
    approved = TierSet.objects.filter(decision__approved=True).order_by()
    return dict(approved.values_list("effective_at").annotate(last=Max("pk")))


def _players_on() -> dict[int, int]:
    rows = PointsAccount.objects.filter(tier__isnull=False).values_list("tier")
    return dict(rows.annotate(players=Count("pk")).order_by())
