"""Hold withdrawals in a case, and end holds by two people: release them, or refuse the withdrawal."""

from collections.abc import Mapping
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from accounts.models.users import User
from accounts.roles.selectors import load_rights
from accounts.roles.services import build_right_check, require
from accounts.roles.values import Right
from accounts.values.reasons import OwnReason, require_reason
from approvals.services import DecisionFlow
from cases.models import (
    Case,
    CaseHold,
    CaseOutcome,
    HoldEnd,
    HoldRelease,
    HoldReleaseDecision,
)
from cases.refusals import (
    CaseNotConfirmed,
    CaseStepNotPossible,
    HoldEnded,
    HoldReleaseProposed,
    NothingToHold,
)
from cases.selectors.holds import active_holds
from cases.services.steps import lock_case, lock_players, record_case_event
from cases.values import HOLD_DUE, VIEW_RIGHTS
from journal.models import EventKind
from journal.refusals import NotFound
from wallet.cash.models import WithdrawalRefusal
from wallet.cash.services import steps
from wallet.cash.services.holding import hold_for_case, release_for_case
from wallet.cash.services.withdrawals import refuse_locked_withdrawal

_FLOW: Final = DecisionFlow(HoldReleaseDecision, build_right_check(Right.APPROVE_CASES))
_PROPOSED: Final[Mapping[HoldEnd, EventKind]] = {
    HoldEnd.RELEASE: EventKind.CASE_RELEASE_PROPOSED,
    HoldEnd.REFUSAL: EventKind.CASE_REFUSAL_PROPOSED,
}
_CARRIED_OUT: Final[Mapping[HoldEnd, EventKind]] = {
    HoldEnd.RELEASE: EventKind.CASE_HOLD_RELEASED,
    HoldEnd.REFUSAL: EventKind.CASE_WITHDRAWAL_REFUSED,
}


@transaction.atomic
def place_hold(case_id: UUID, *, acting_user: User, reason: str) -> list[CaseHold]:
    """Hold all withdrawals of the players of a case that can be held.

    Raises NotPermitted (also without HOLD_CASH), NotFound, ReasonMissing, CaseStepNotPossible, NothingToHold.
    """
    require(acting_user, Right.HOLD_CASH)
    reason = require_reason(reason)
    numbers = lock_players(case_id)
    case = lock_case(case_id, acting_user)
    if not case.is_open:
        raise CaseStepNotPossible(detail=case.status)
    # The hold names who placed it; the event of the payment names nobody, as when the site holds by itself.
    held = [one for number in numbers for one in hold_for_case(number)]
    if not held:
        raise NothingToHold
    now = timezone.now()
    made = [
        CaseHold.objects.create(
            case=case,
            withdrawal=one,
            score=case.score,
            acting_user=acting_user,
            reason=reason,
            due_at=now + HOLD_DUE,
        )
        for one in held
    ]
    for hold in made:
        record_case_event(
            EventKind.CASE_HOLD_PLACED, case, acting_user, {"withdrawal": hold.withdrawal.number}
        )
    return made


@transaction.atomic
def propose_release(hold_id: int, *, acting_user: User, reason: str) -> HoldRelease:
    """Propose to release a held withdrawal. Raises NotPermitted, NotFound, ReasonMissing, HoldEnded, HoldReleaseProposed."""
    return _propose_end(hold_id, HoldEnd.RELEASE, acting_user, reason)


@transaction.atomic
def propose_refusal(hold_id: int, *, acting_user: User, reason: str) -> HoldRelease:
    """Propose to refuse a held withdrawal, so that its money returns to the balance.

    Raises as `propose_release`, and CaseNotConfirmed.
    """
    return _propose_end(hold_id, HoldEnd.REFUSAL, acting_user, reason)


def _propose_end(hold_id: int, end: HoldEnd, acting_user: User, reason: str) -> HoldRelease:
    require(acting_user, Right.WORK_CASES)
    reason = require_reason(reason)
    hold = _find_hold(hold_id)
    case = lock_case(hold.case.public_id, acting_user)
    if not active_holds().filter(pk=hold.pk).exists():
        raise HoldEnded
    if HoldRelease.objects.filter(hold=hold, decision=None).exists():
        raise HoldReleaseProposed
    if end == HoldEnd.REFUSAL:
        _require_confirmed(case)
    made = HoldRelease.objects.create(
        hold=hold, ends_by=end, proposed_by=acting_user, reason=reason
    )
    _record(_PROPOSED[end], case, acting_user, hold)
    return made


def _require_confirmed(case: Case) -> None:
    if case.outcome != CaseOutcome.CONFIRMED:
        raise CaseNotConfirmed(detail=case.status)


@transaction.atomic
def decide_release(
    pk: int, *, approved: bool, acting_user: User, reason: str
) -> HoldReleaseDecision:
    """Decide the end of a hold as another person.

    Approved, the withdrawal goes on as before the hold or, if that was proposed, is refused: its money returns to the
    balance in the same transaction, and the player gets a message that is the same in every case.
    Raises as `DecisionFlow.decide`, NotFound, HoldEnded, CaseNotConfirmed.
    """
    verdict = _FLOW.make_verdict(approved=approved, acting_user=acting_user, reason=reason)
    found = HoldRelease.objects.select_related("hold__case").filter(pk=pk).first()
    if found is None or VIEW_RIGHTS[found.hold.case.kind_of] not in load_rights(acting_user):
        raise NotFound
    hold = found.hold

    def carry_out() -> dict[str, Any]:
        if approved:
            _end_hold(hold, HoldEnd(found.ends_by), acting_user)
        return {}

    made, is_new = _FLOW.decide(found, verdict, carry_out)
    if is_new:
        kind = _CARRIED_OUT[HoldEnd(found.ends_by)] if approved else EventKind.CASE_RELEASE_REFUSED
        _record(kind, hold.case, acting_user, hold)
    return made


def _end_hold(hold: CaseHold, end: HoldEnd, acting_user: User) -> None:
    """End an active hold; locks the player, the case and the withdrawal in the order of all holds."""
    steps.lock_payee(hold.withdrawal_id)
    case = Case.objects.select_for_update(no_key=True).get(pk=hold.case_id)
    withdrawal = steps.lock_withdrawal(hold.withdrawal_id)
    if not active_holds().filter(pk=hold.pk).exists():
        raise HoldEnded
    if end == HoldEnd.RELEASE:
        release_for_case(withdrawal, acting_user=acting_user)
        return
    _require_confirmed(case)
    refuse_locked_withdrawal(
        withdrawal,
        acting_user=acting_user,
        reason=OwnReason.CASE_REVIEW.value,
        told_player=WithdrawalRefusal.REVIEW,
    )


def _find_hold(pk: int) -> CaseHold:
    found = CaseHold.objects.select_related("case", "withdrawal").filter(pk=pk).first()
    if found is None:
        raise NotFound
    return found


def _record(kind: EventKind, case: Case, acting_user: User, hold: CaseHold) -> None:
    record_case_event(kind, case, acting_user, {"withdrawal": hold.withdrawal.number})
