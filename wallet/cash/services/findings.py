"""Accepting what the reconciliation found: one person proposes it, another one decides.

For a finding that cannot be undone, once what can be done about the money is done: from then on every check names
it as accepted, for ever, and it closes nothing any more.
"""

from collections.abc import Mapping

from django.db import IntegrityError, transaction

from accounts.models import User
from accounts.roles import Right, require
from journal.models import Kind
from journal.refusals import AnotherPersonNeeded, ChangedMeanwhile
from journal.services import record
from wallet.cash import findings
from wallet.cash.errors import StepNotPossible
from wallet.cash.models import Acceptance, AcceptanceDecision
from wallet.cash.services import steps


@transaction.atomic
def propose(line: str, row: str, *, acting_user: User, reason: str) -> Acceptance:
    """Propose to accept a finding of the latest check, word for word.

    Raises NotPermitted, ReasonMissing, StepNotPossible where it is none, ChangedMeanwhile where it was proposed already.
    """
    require(acting_user, Right.DO_CASH)
    reason = steps.reason(reason)
    if not any(one.line == line and row in one.rows for one in findings.latest()):
        raise StepNotPossible(detail=line)
    if Acceptance.objects.filter(line=line, row=row, decision=None).exists():
        raise ChangedMeanwhile(detail=line)
    made = Acceptance.objects.create(line=line, row=row, reason=reason, proposed_by=acting_user)
    _tell(Kind.LEDGER_FINDING_PROPOSED, made, acting_user, {"reason": reason})
    return made


@transaction.atomic
def decide(acceptance_id: int, *, approved: bool, acting_user: User) -> AcceptanceDecision:
    """Accept it, or not: once, as another person. It counts from the next check on.

    Raises NotPermitted, AnotherPersonNeeded, ChangedMeanwhile.
    """
    require(acting_user, Right.APPROVE_CASH)
    row = Acceptance.objects.get(pk=acceptance_id)
    if row.proposed_by_id == acting_user.pk:
        raise AnotherPersonNeeded
    try:
        with transaction.atomic():
            decision = AcceptanceDecision.objects.create(
                acceptance=row, approved=approved, decided_by=acting_user
            )
    except IntegrityError as error:
        found = AcceptanceDecision.objects.filter(acceptance=row).first()
        if found is None:
            raise
        if (found.approved, found.decided_by_id) != (approved, acting_user.pk):
            raise ChangedMeanwhile(detail=str(row)) from error
        return found
    told = {"approved": approved, "proposed_by": row.proposed_by_id}
    _tell(Kind.LEDGER_FINDING_DECIDED, row, acting_user, told)
    return decision


def _tell(kind: Kind, row: Acceptance, actor: User, data: Mapping[str, object]) -> None:
    about = {"line": row.line, "row": row.row, **data}
    record(kind, actor=actor.pk, subject=f"finding {row}", data=about)
