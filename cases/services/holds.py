"""Hold withdrawals in a case, and release them by two people."""

from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from accounts.models.users import User
from accounts.roles.selectors import load_rights
from accounts.roles.services import build_right_check, require
from accounts.roles.values import Right
from accounts.values.reasons import require_reason
from approvals.services import DecisionFlow
from cases.models import Case, CaseHold, CasePlayer, HoldRelease, HoldReleaseDecision
from cases.refusals import CaseStepNotPossible, HoldEnded, HoldReleaseProposed, NothingToHold
from cases.selectors.holds import active_holds
from cases.services.steps import lock_case, record_case_event
from cases.values import HOLD_DUE, VIEW_RIGHTS
from journal.models import EventKind
from journal.refusals import NotFound
from wallet.cash.services import steps
from wallet.cash.services.holding import hold_for_case, release_for_case

_FLOW: Final = DecisionFlow(HoldReleaseDecision, build_right_check(Right.APPROVE_CASES))


@transaction.atomic
def place_hold(case_id: UUID, *, acting_user: User, reason: str) -> list[CaseHold]:
    """Hold all withdrawals of the players of a case that can be held.

    Raises NotPermitted (also without HOLD_CASH), NotFound, ReasonMissing, CaseStepNotPossible, NothingToHold.
    """
    require(acting_user, Right.HOLD_CASH)
    reason = require_reason(reason)
    players = CasePlayer.objects.filter(case__public_id=case_id).order_by("player")
    numbers = list(players.values_list("player_id", flat=True))
    list(User.objects.select_for_update(no_key=True).filter(pk__in=numbers).order_by("pk"))
    case = lock_case(case_id, acting_user)
    if not case.is_open:
        raise CaseStepNotPossible(detail=case.status)
    # The hold names who placed it; the event of the payment names nobody, as when the site holds by itself.
    held = [one for number in numbers for one in hold_for_case(number, acting_user=None)]
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
    require(acting_user, Right.WORK_CASES)
    reason = require_reason(reason)
    hold = _find_hold(hold_id)
    case = lock_case(hold.case.public_id, acting_user)
    if not active_holds().filter(pk=hold.pk).exists():
        raise HoldEnded
    if HoldRelease.objects.filter(hold=hold, decision=None).exists():
        raise HoldReleaseProposed
    made = HoldRelease.objects.create(hold=hold, proposed_by=acting_user, reason=reason)
    _record(EventKind.CASE_RELEASE_PROPOSED, case, acting_user, hold)
    return made


@transaction.atomic
def decide_release(
    pk: int, *, approved: bool, acting_user: User, reason: str
) -> HoldReleaseDecision:
    """Decide a release as another person; if approved, the withdrawal goes on as before the hold.

    Raises as `DecisionFlow.decide`, NotFound, HoldEnded.
    """
    verdict = _FLOW.make_verdict(approved=approved, acting_user=acting_user, reason=reason)
    found = HoldRelease.objects.select_related("hold__case").filter(pk=pk).first()
    if found is None or VIEW_RIGHTS[found.hold.case.kind_of] not in load_rights(acting_user):
        raise NotFound
    hold = found.hold

    def carry_out() -> dict[str, Any]:
        if approved:
            _release(hold, acting_user)
        return {}

    made, is_new = _FLOW.decide(found, verdict, carry_out)
    if is_new:
        kind = EventKind.CASE_HOLD_RELEASED if approved else EventKind.CASE_RELEASE_REFUSED
        _record(kind, hold.case, acting_user, hold)
    return made


def _release(hold: CaseHold, acting_user: User) -> None:
    withdrawal = steps.lock_withdrawal(hold.withdrawal_id)
    if not active_holds().filter(pk=hold.pk).exists():
        raise HoldEnded
    release_for_case(withdrawal, acting_user=acting_user)


def _find_hold(pk: int) -> CaseHold:
    found = CaseHold.objects.select_related("case", "withdrawal").filter(pk=pk).first()
    if found is None:
        raise NotFound
    return found


def _record(kind: EventKind, case: Case, acting_user: User, hold: CaseHold) -> None:
    record_case_event(kind, case, acting_user, {"withdrawal": hold.withdrawal.number})
