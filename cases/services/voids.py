"""Propose voids from a case, through the existing flow of voids, and never for counting."""

from uuid import UUID

from django.db import transaction

from accounts.models.users import User
from accounts.roles.services import require
from accounts.roles.values import Right
from cases.models import Case, CaseVoid
from cases.refusals import CaseStepNotPossible, CountingIsLegal, RoundsNotFlagged, RoundsOfOthers
from cases.selectors.voidable import REASONS_OF_PLAY, are_flagged, are_own_rounds, is_about_counting
from cases.services.steps import lock_case, record_case_event
from compliance.models import VoidCase, VoidLine
from compliance.voids.selectors.hand_choice import HandChoice
from compliance.voids.services.approval import VoidProposal, propose_case
from journal.models import EventKind


@transaction.atomic
def propose_void(case_id: UUID, proposal: VoidProposal, *, acting_user: User) -> VoidCase:
    """Propose a void of rounds of the players of a case; another person approves it there.

    Raises as `lock_case` and `propose_case`, CountingIsLegal, RoundsNotFlagged, RoundsOfOthers, CaseStepNotPossible. Counting in one's head
    never leads to a void: a case with flags of counting alone is refused, and for a reason of play so is every round that
    is not behind another flag of the case. The approval sees to it again.
    """
    require(acting_user, Right.PROPOSE_VOIDS)
    case = require_voidable(case_id, proposal.choice, acting_user=acting_user)
    made = propose_case(proposal, acting_user)
    _refuse_counting(case, made)
    _link, is_new = CaseVoid.objects.get_or_create(void=made, defaults={"case": case})
    if is_new:
        record_case_event(EventKind.CASE_VOID_PROPOSED, case, acting_user, {"version": made.number})
    return made


def check_void(void: VoidCase) -> None:
    """Check at its approval a void that was proposed from a case. Raises CountingIsLegal, RoundsNotFlagged."""
    link = CaseVoid.objects.select_related("case").filter(void=void).first()
    if link is not None:
        _refuse_counting(link.case, void)


def _refuse_counting(case: Case, void: VoidCase) -> None:
    if is_about_counting(case):
        raise CountingIsLegal
    rounds = VoidLine.objects.filter(case=void).values_list("round_id", flat=True)
    if void.reason in REASONS_OF_PLAY and not are_flagged(case, rounds):
        raise RoundsNotFlagged


def require_voidable(case_id: UUID, choice: HandChoice, *, acting_user: User) -> Case:
    """Return the locked case if these rounds may be voided from it.

    Raises as `lock_case`, CountingIsLegal, RoundsOfOthers, CaseStepNotPossible.
    """
    require(acting_user, Right.PROPOSE_VOIDS)
    with transaction.atomic():
        case = lock_case(case_id, acting_user)
        if not case.is_open:
            raise CaseStepNotPossible(detail=case.status)
        if is_about_counting(case):
            raise CountingIsLegal
        if not are_own_rounds(case, choice):
            raise RoundsOfOthers
    return case
