"""Recalls of wrong rates: one person proposes, another decides, one transaction each.

Nothing is rewritten. After an approval the previous rate is in effect again, and a correct one can be entered, even for
an earlier time.
"""

from typing import Final

from django.db import DatabaseError, transaction

from accounts.models.users import User
from accounts.roles.services import build_right_check, require
from accounts.roles.values import Right
from accounts.values.reasons import require_reason
from approvals.services import DecisionFlow
from journal.models import EventKind
from journal.refusals import ChangedMeanwhile
from journal.services.recording import record
from wallet.rates.models import Rate, RateRecall, RateRecallDecision
from wallet.rates.refusals import NotInEffect
from wallet.rates.selectors import rates
from wallet.rates.services.rate_entry import rate_facts, refusal_for

_FLOW: Final = DecisionFlow(RateRecallDecision, build_right_check(Right.APPROVE_RATES))


@transaction.atomic
def propose_recall(rate_id: int, acting_user: User, *, reason: str) -> RateRecall:
    """Propose to recall the rate in effect; while this is pending the currency takes no new bets or exchanges.

    Raises NotPermitted, ReasonMissing, NotInEffect, RecallPending.
    """
    require(acting_user, Right.EDIT_RATES)
    row = Rate.objects.filter(pk=rate_id).first()
    if row is None:
        raise NotInEffect(detail=str(rate_id))
    reason = require_reason(reason)
    try:
        with transaction.atomic():
            asked = RateRecall.objects.create(rate=row, proposed_by=acting_user, reason=reason)
    except DatabaseError as error:
        raise refusal_for(error) from error
    _record(EventKind.RATE_RECALL_ASKED, asked, acting_user, asked.reason)
    return asked


@transaction.atomic
def decide_recall(
    recall_id: int, *, approved: bool, reason: str, acting_user: User
) -> RateRecallDecision:
    """Recall the rate, or leave it in effect.

    Raises as `DecisionFlow.decide`, and NotInEffect if a later rate is in effect by now.
    """
    verdict = _FLOW.make_verdict(approved=approved, acting_user=acting_user, reason=reason)
    asked = RateRecall.objects.select_related("rate").filter(pk=recall_id).first()
    if asked is None:
        raise ChangedMeanwhile(detail=str(recall_id))
    try:
        decision, is_new = _FLOW.decide(asked, verdict)
    except DatabaseError as error:
        raise refusal_for(error) from error
    if is_new:
        kind = EventKind.RATE_RECALLED if approved else EventKind.RATE_RECALL_REFUSED
        _record(kind, asked, acting_user, decision.reason)
    return decision


def _record(kind: EventKind, asked: RateRecall, acting_user: User, reason: str) -> None:
    present = rates.rates_in_effect(asked.rate.currency_id).first()
    record(
        kind,
        actor=acting_user.pk,
        subject=f"rate {asked.rate_id}",
        data={
            **rate_facts(asked.rate),
            "in_effect": present.pk if present else None,
            "asked_by": asked.proposed_by_id,
            "reason": reason,
        },
    )
