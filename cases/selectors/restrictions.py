"""Restrictions that come from cases: which are in force, and which wait for another person."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from cases.models import Case, CaseOutcome, CaseRestriction, CaseRestrictionEnd, RestrictedPlay
from wallet.money.values import BASE_CURRENCY, Money

_DETAILS = (
    "player",
    "acting_user",
    "limits__decision__decided_by",
    "switching",
    "end__acting_user",
    "end__limits__decision",
)


@dataclass(frozen=True, slots=True)
class RestrictionLine:
    """A restriction as pages and files show it, with the highest bet."""

    restriction: CaseRestriction
    money: Money | None
    end: CaseRestrictionEnd | None
    is_waiting: bool
    """Its limits wait for another person's approval."""
    is_refused: bool

    @property
    def is_active(self) -> bool:
        return not (self.is_refused or self.is_waiting or self.end)


def standing_restrictions() -> QuerySet[CaseRestriction]:
    """Return the restrictions that nobody ended or refused, those that wait for approval included."""
    rows = CaseRestriction.objects.filter(end=None)
    return rows.filter(Q(limits=None) | ~Q(limits__decision__approved=False))


def list_restrictions(case: Case) -> Sequence[RestrictionLine]:
    """Return the restrictions from a case, newest first. One query."""
    rows = CaseRestriction.objects.filter(case=case).select_related(*_DETAILS)
    return [_line(one) for one in rows.order_by("-pk")]


def _line(row: CaseRestriction) -> RestrictionLine:
    decision = getattr(row.limits, "decision", None) if row.limits else None
    return RestrictionLine(
        row,
        Money(row.limits.max_bet or 0, BASE_CURRENCY) if row.limits else None,
        getattr(row, "end", None),
        row.kind == RestrictedPlay.STAKE and decision is None,
        decision is not None and not decision.approved,
    )


def has_open_restrictions(case: Case) -> bool:
    """Return whether limits proposed in a case wait for another person, or a cleared case still restricts somebody."""
    if case.outcome == CaseOutcome.CLEARED and standing_restrictions().filter(case=case).exists():
        return True
    made = Q(limits__isnull=False, limits__decision=None)
    ended = Q(end__limits__isnull=False, end__limits__decision=None)
    return CaseRestriction.objects.filter(made | ended, case=case).exists()
