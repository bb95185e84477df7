"""Report 17: cases of suspicious activity, withdrawals held for them, and drafts of reports to an authority."""

from dataclasses import dataclass
from typing import Any, Final, TypeVar

from django.db.models import Exists, Model, OuterRef, Q, QuerySet, Subquery

from cases.models import Case, CaseHold, CaseOutcome, CasePlayer, CaseTopic, ReportDraft, StatusStep
from cases.models.cases import CaseStatus
from reports.values.filters import Filters
from reports.values.period import Period

Row = TypeVar("Row", bound=Model)
TOPICS: Final = (CaseTopic.LAUNDERING, CaseTopic.FRAUD)


@dataclass(frozen=True, slots=True)
class SuspiciousFigures:
    """Cases opened and decided in the period, holds and drafts, newest first."""

    opened: QuerySet[Case]
    decided: QuerySet[StatusStep]
    holds: QuerySet[CaseHold]
    drafts: QuerySet[ReportDraft]

    @property
    def confirmed(self) -> int:
        return self.decided.filter(outcome=CaseOutcome.CONFIRMED).count()


def load_figures(period: Period, chosen: Filters) -> SuspiciousFigures:
    """Return the rows of the period; queries are made when they are read."""
    opened = Case.objects.filter(opened_at__gte=period.since, opened_at__lt=period.until)
    within = Q(at__gte=period.since, at__lt=period.until)
    decided = StatusStep.objects.filter(within, to_status=CaseStatus.DECIDED)
    holds = CaseHold.objects.filter(within).select_related("case", "withdrawal__player")
    drafts = ReportDraft.objects.filter(within).select_related("case", "acting_user")
    return SuspiciousFigures(
        _choose(opened, "", chosen),
        _choose(decided.select_related("case"), "case__", chosen),
        _choose(holds, "case__", chosen),
        _choose(drafts, "case__", chosen),
    )


def _choose(rows: QuerySet[Row, Row], way: str, chosen: Filters) -> QuerySet[Row, Row]:
    """Return the rows of suspicious activity with a player of the filters, with the address of the first of them."""
    case = OuterRef(f"{way}pk")
    players = CasePlayer.objects.filter(case=case, player__is_test_account=chosen.test)
    if chosen.country:
        players = players.filter(player__country=chosen.country)
    lead = players.order_by("-is_lead", "pk")
    found = rows.filter(Exists(players), **{f"{way}kind__in": TOPICS}).annotate(
        email=Subquery(lead.values("player__email")[:1]),
        player_id_of=Subquery(lead.values("player")[:1]),
    )
    ordered: QuerySet[Any, Any] = found.order_by("-pk")
    return ordered
