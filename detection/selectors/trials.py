"""Trials of proposed thresholds: how far they are, and which flags they would gain and lose."""

from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Count, QuerySet
from django.utils import timezone

from detection.models import Recomputation, ThresholdChange, TrialDifference
from detection.models.thresholds import BESIDE

State = Recomputation.State


@dataclass(frozen=True, slots=True)
class PlayersChanged:
    """Players with a flag gained, and with one lost."""

    gained: int = 0
    lost: int = 0


@dataclass(frozen=True, slots=True)
class ThresholdTrial:
    """An undecided proposal: its look back over the past, and its time beside the live signal."""

    change: ThresholdChange
    past: Recomputation | None
    in_past: PlayersChanged
    beside: PlayersChanged
    is_superseded: bool

    @property
    def days_left(self) -> int:
        """Whole days left beside the live signal, the one that has begun included; 0 once they are over."""
        left = self.change.beside_until - timezone.now()
        return max(0, -(-left // timedelta(days=1)))

    @property
    def is_complete(self) -> bool:
        """True if it can be approved."""
        done = self.past is not None and self.past.state == State.DONE
        return done and not self.days_left and not self.is_superseded


def list_trials(signal: str) -> list[ThresholdTrial]:
    """Return the undecided proposals for a signal, oldest first. Four queries at most."""
    changes = list(
        ThresholdChange.objects.filter(signal=signal, decision=None)
        .select_related("proposed_by")
        .order_by("pk")
    )
    if not changes:
        return []
    pasts = {one.change_id: one for one in Recomputation.objects.filter(change__in=changes)}
    counts = _count_changed(changes)
    approved = ThresholdChange.objects.filter(signal=signal, decision__approved=True)
    last = approved.order_by("-decision__decided_at").values_list("decision__decided_at", flat=True)
    decided = last.first()
    return [
        ThresholdTrial(
            one,
            pasts.get(one.pk),
            counts.get((one.pk, False), PlayersChanged()),
            counts.get((one.pk, True), PlayersChanged()),
            decided is not None and decided > one.proposed_at,
        )
        for one in changes
    ]


def _count_changed(changes: list[ThresholdChange]) -> dict[tuple[int, bool], PlayersChanged]:
    """Count players by proposal, and whether the difference was seen beside the live signal."""
    rows = TrialDifference.objects.filter(change__in=changes).order_by()
    found: dict[tuple[int, bool], dict[bool, int]] = {}
    for change, beside, gained, players in rows.values_list("change", "beside", "gained").annotate(
        players=Count("player", distinct=True)
    ):
        found.setdefault((change, beside), {})[gained] = players
    return {
        key: PlayersChanged(counts.get(True, 0), counts.get(False, 0))
        for key, counts in found.items()
    }


def select_differences(change: ThresholdChange) -> QuerySet[TrialDifference]:
    """Return the flags that a proposal would gain and lose."""
    return TrialDifference.objects.filter(change=change).select_related("player", "other")


def count_undecided() -> dict[str, int]:
    """Return the number of undecided proposals by signal. One query."""
    rows = ThresholdChange.objects.filter(decision=None).order_by()
    return dict(rows.values_list("signal").annotate(number=Count("pk")))


def proposals_to_decide() -> QuerySet[ThresholdChange]:
    """Return the undecided proposals whose trial is over: by being done, by failing, or never begun."""
    rows = ThresholdChange.objects.filter(decision=None, proposed_at__lte=timezone.now() - BESIDE)
    return rows.exclude(trials__state=State.WAITING)


def find_recomputation(signal: str) -> Recomputation | None:
    """Return the last recomputation of a signal by the thresholds in force. One query."""
    rows = Recomputation.objects.filter(signal=signal, change=None)
    return rows.order_by("-asked_at", "-pk").first()
