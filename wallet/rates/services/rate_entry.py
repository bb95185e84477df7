"""Entering and deciding exchange rates, one transaction each.

The database decides whether a rate takes effect at once (wallet/sql/rates.sql). Its refusals become exceptions here,
and every change is recorded as an event.
"""

from dataclasses import dataclass
from decimal import Decimal
from typing import Final

import psycopg
from django.db import DatabaseError, IntegrityError, transaction

from accounts.models.users import User
from accounts.roles.services import build_right_check, require
from accounts.roles.values import Right
from approvals.services import DecisionFlow
from journal.models import EventKind
from journal.refusals import ChangedMeanwhile, Refusal
from journal.services.recording import declare_acting_user, record
from wallet.rates.models import Rate, RateDecision
from wallet.rates.refusals import (
    NoRate,
    NotInEffect,
    RateInFuture,
    RateOutdated,
    RateRefused,
    RecallPending,
)
from wallet.rates.selectors import rates
from wallet.rates.values import MAX_RATE, RATE_STEP, OfferedRate

_REFUSALS: Final[dict[str, type[Refusal]]] = {
    "LW101": RateInFuture,
    "LW102": RateOutdated,
    "LW104": ChangedMeanwhile,
    "LW106": NotInEffect,
    "LW107": RecallPending,
}

_FLOW: Final = DecisionFlow(RateDecision, build_right_check(Right.APPROVE_RATES))


@dataclass(frozen=True, slots=True)
class EnteredRate:
    """Stored rate; `waits` if it needs a second person."""

    row: Rate
    waits: bool


def verify_rate(offered: OfferedRate) -> None:
    """Raise RateRefused for an invalid rate."""
    plausible = offered.rate.is_finite() and 0 < offered.rate < MAX_RATE
    if offered.currency not in rates.FOREIGN or not plausible:
        raise RateRefused(detail=offered.currency)
    if offered.rate != offered.rate.quantize(RATE_STEP) or not offered.source.strip():
        raise RateRefused(detail=str(offered.rate))


@transaction.atomic
def enter_rate(offered: OfferedRate, acting_user: User | None) -> EnteredRate:
    """Store a rate; `acting_user` is None for the feed. Raises NotPermitted, RateRefused or a subclass."""
    if acting_user is None:
        declare_acting_user(None)
    else:
        require(acting_user, Right.EDIT_RATES)
    verify_rate(offered)
    try:
        with transaction.atomic():
            row = Rate.objects.create(
                currency_id=offered.currency,
                rate=offered.rate,
                source=offered.source.strip(),
                as_of=offered.as_of,
                proposed_by=acting_user,
            )
    except DatabaseError as error:
        raise refusal_for(error) from error
    waits = not RateDecision.objects.filter(proposal=row).exists()
    record(
        EventKind.RATE_ENTERED,
        actor=acting_user.pk if acting_user else None,
        subject=f"rate {row.pk}",
        data={**rate_facts(row), "waits": waits},
    )
    return EnteredRate(row, waits)


@transaction.atomic
def decide_rate(rate_id: int, *, approved: bool, reason: str, acting_user: User) -> RateDecision:
    """Approve or refuse a pending rate.

    Raises as `DecisionFlow.decide`; ChangedMeanwhile also if a newer rate is in effect.
    """
    verdict = _FLOW.make_verdict(approved=approved, acting_user=acting_user, reason=reason)
    row = Rate.objects.filter(pk=rate_id).first()
    if row is None:
        raise ChangedMeanwhile(detail=str(rate_id))
    try:
        before = rates.latest_rate(row.currency_id).rate
    except NoRate:
        before = None
    try:
        decision, is_new = _FLOW.decide(row, verdict)
    except DatabaseError as error:
        raise refusal_for(error) from error
    if is_new:
        _record_decision(row, decision, before)
    return decision


def _record_decision(row: Rate, decision: RateDecision, before: Decimal | None) -> None:
    record(
        EventKind.RATE_APPROVED if decision.approved else EventKind.RATE_REFUSED,
        actor=decision.decided_by_id,
        subject=f"rate {row.pk}",
        data={
            **rate_facts(row),
            "before": None if before is None else str(before),
            "entered_by": row.proposed_by_id,
            "reason": decision.reason,
        },
    )


def rate_facts(row: Rate) -> dict[str, object]:
    """Return the event data of a rate."""
    return {
        "currency": row.currency_id,
        "rate": format(row.rate.normalize(), "f"),
        "source": row.source,
        "as_of": row.as_of.isoformat(),
    }


def refusal_for(error: DatabaseError) -> Exception:
    """Return the exception for a refusal by the database; other errors unchanged."""
    cause = error.__cause__
    state = cause.sqlstate if isinstance(cause, psycopg.Error) else None
    if refusal := _REFUSALS.get(state or ""):
        return refusal()
    return ChangedMeanwhile() if isinstance(error, IntegrityError) else error
