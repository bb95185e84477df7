"""Report 13: exclusions and other restrictions of players, their ends, and limits that players or the house set."""

from dataclasses import dataclass

from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models.restrictions import LiftingDecision, Restriction
from limits.models import Limit
from reports.values.filters import Filters
from reports.values.period import Period


@dataclass(frozen=True, slots=True)
class ExclusionFigures:
    """Restrictions imposed, those lifted by two people, those that ended by themselves, and limits, newest first."""

    imposed: QuerySet[Restriction]
    lifted: QuerySet[LiftingDecision]
    expired: QuerySet[Restriction]
    limits: QuerySet[Limit]

    @property
    def excluded_themselves(self) -> int:
        return self.imposed.filter(kind=Restriction.Kind.SELF_EXCLUDED).count()

    @property
    def loosened(self) -> int:
        """Number of limits that wait for their day and a confirmation."""
        return sum(limit.loosens for limit in self.limits.iterator())


def load_figures(period: Period, chosen: Filters) -> ExclusionFigures:
    """Return the rows of the period; queries are made when they are read."""
    restrictions = Restriction.objects.filter(_of_players("player__", chosen)).select_related(
        "player", "imposed_by"
    )
    ended = min(period.until, timezone.now())
    return ExclusionFigures(
        imposed=restrictions.filter(at__gte=period.since, at__lt=period.until).order_by("-pk"),
        lifted=LiftingDecision.objects.filter(
            _of_players("proposal__restriction__player__", chosen),
            approved=True,
            decided_at__gte=period.since,
            decided_at__lt=period.until,
        )
        .select_related("proposal__restriction__player", "proposal__proposed_by", "decided_by")
        .order_by("-pk"),
        expired=restrictions.filter(until__gte=period.since, until__lt=ended).order_by("-pk"),
        limits=Limit.objects.filter(
            _of_players("player__", chosen),
            proposed_at__gte=period.since,
            proposed_at__lt=period.until,
        )
        .select_related("player", "proposed_by")
        .order_by("-pk"),
    )


def _of_players(way: str, chosen: Filters) -> Q:
    wanted = Q((f"{way}is_test_account", chosen.test))
    return wanted & Q((f"{way}country", chosen.country)) if chosen.country else wanted
