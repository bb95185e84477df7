"""Acceptance of ledger findings: proposed by one person, decided by another.

For findings that cannot be undone, once the money is settled otherwise. Later checks list an accepted finding, and it
no longer closes withdrawals.
"""

from collections.abc import Mapping
from typing import Final

from django.db import transaction

from accounts.models.users import User
from accounts.roles.services import build_right_check, require
from accounts.roles.values import Right
from approvals.services import DecisionFlow, ReasonPolicy
from journal.models import EventKind
from journal.refusals import ChangedMeanwhile
from journal.services.recording import record
from wallet.cash.refusals import StepNotPossible
from wallet.cash.selectors import discrepancies
from wallet.cash.services import steps
from wallet.ledger.models import Acceptance, AcceptanceDecision

_FLOW: Final = DecisionFlow(
    AcceptanceDecision, build_right_check(Right.APPROVE_CASH), ReasonPolicy.OPTIONAL
)


@transaction.atomic
def propose_acceptance(line: str, row: str, *, acting_user: User, reason: str) -> Acceptance:
    """Propose to accept a finding of the latest check, verbatim.

    Raises NotPermitted, ReasonMissing, StepNotPossible if there is no such finding, ChangedMeanwhile if it is proposed
    already.
    """
    require(acting_user, Right.DO_CASH)
    reason = steps.require_note(reason)
    if not any(
        one.line == line and row in one.rows for one in discrepancies.latest_discrepancies()
    ):
        raise StepNotPossible(detail=line)
    if Acceptance.objects.filter(line=line, row=row, decision=None).exists():
        raise ChangedMeanwhile(detail=line)
    made = Acceptance.objects.create(line=line, row=row, reason=reason, proposed_by=acting_user)
    _tell(EventKind.LEDGER_FINDING_PROPOSED, made, acting_user, {"reason": reason})
    return made


@transaction.atomic
def decide_acceptance(
    acceptance_id: int, *, approved: bool, acting_user: User, reason: str = ""
) -> AcceptanceDecision:
    """Accept or refuse a finding, once, as another person. In effect from the next check. Raises as `DecisionFlow.decide`."""
    verdict = _FLOW.make_verdict(approved=approved, acting_user=acting_user, reason=reason)
    row = Acceptance.objects.get(pk=acceptance_id)
    decision, is_new = _FLOW.decide(row, verdict)
    if is_new:
        data = {"approved": approved, "proposed_by": row.proposed_by_id}
        _tell(EventKind.LEDGER_FINDING_DECIDED, row, acting_user, data)
    return decision


def _tell(kind: EventKind, row: Acceptance, acting_user: User, data: Mapping[str, object]) -> None:
    about = {"line": row.line, "row": row.row, **data}
    record(kind, actor=acting_user.pk, subject=f"finding {row}", data=about)
