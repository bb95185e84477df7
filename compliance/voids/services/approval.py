"""Void cases: proposed by one person, decided by another, withdrawn by the first, or expired.

Every decision is one transaction. A case of one hand is executed with its approval, a larger one by the worker
(`worker`).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models.users import User
from accounts.roles.services import require
from accounts.roles.values import Right
from accounts.values.reasons import require_reason
from approvals.refusals import NotProposer
from approvals.services import require_another_person
from compliance.models import CaseKind, CaseReason, CaseState, CaseStep, VoidCase, VoidLine
from compliance.voids.refusals import (
    NO_OWN_HANDS,
    EvidenceMissing,
    FiguresChanged,
    HandInOpenCase,
    NoEligibleHands,
    ProposalExpired,
)
from compliance.voids.selectors import figures
from compliance.voids.selectors.figures import CaseFigures
from compliance.voids.selectors.hand_choice import ChosenHands, HandChoice
from compliance.voids.services import worker
from compliance.voids.services.steps import lock_case, record_step, take_step
from journal.refusals import ChangedMeanwhile, SentBefore
from journal.services.waking import wake_worker

ONE_OPEN_CASE = "compliance_line_open"
_checks: list[Callable[[VoidCase], None]] = []


def register_check(check: Callable[[VoidCase], None]) -> None:
    """Let an app above refuse approvals: it raises its refusal for a locked case. Called once at start."""
    _checks.append(check)


@dataclass(frozen=True, slots=True)
class VoidProposal:
    """A proposal of a case; `key` is the idempotency key.

    `of` is the case it follows, `seen` the digest of the figures its proposer saw (`CaseFigures.digest`).
    """

    kind: CaseKind
    reason: CaseReason
    evidence: str
    choice: HandChoice
    seen: str
    key: UUID
    of: VoidCase | None = None


def propose_case(proposal: VoidProposal, acting_user: User) -> VoidCase:
    """Propose a case, in one transaction; idempotent by key.

    Raises NotPermitted, EvidenceMissing, NoEligibleHands, TooManyHands, HandInOpenCase, AnotherPersonNeeded, SentBefore, and
    FiguresChanged if the figures differ from those shown.
    """
    require(acting_user, Right.PROPOSE_VOIDS)
    evidence = proposal.evidence.strip()
    if not evidence:
        raise EvidenceMissing
    if known := VoidCase.objects.filter(public_id=proposal.key).first():
        return _same(known, proposal, acting_user)
    found = figures.choose_hands_for(proposal.kind, proposal.choice, proposal.of)
    if not found.rounds:
        raise NoEligibleHands
    require_another_person(acting_user, {round_.player_id for round_ in found.rounds}, NO_OWN_HANDS)
    shown = figures.calculate_figures(proposal.kind, proposal.reason, found.rounds)
    if shown.digest != proposal.seen:
        raise FiguresChanged
    if shown.has_no_effect:
        raise NoEligibleHands
    try:
        with transaction.atomic():
            return _create_case(proposal, evidence, found, shown, acting_user)
    except IntegrityError as error:
        if ONE_OPEN_CASE in str(error):
            raise HandInOpenCase from error
        raise


def _same(known: VoidCase, proposal: VoidProposal, acting_user: User) -> VoidCase:
    """Return the case already proposed with this key. Raises SentBefore if the content differs."""
    before = (known.seen, known.evidence, known.proposed_by_id, known.of_id)
    of = proposal.of.pk if proposal.of else None
    # The digest of the figures covers kind, reason and hands.
    if before != (proposal.seen, proposal.evidence.strip(), acting_user.pk, of):
        raise SentBefore
    return known


def _create_case(
    proposal: VoidProposal, evidence: str, found: ChosenHands, shown: CaseFigures, acting_user: User
) -> VoidCase:
    now = timezone.now()
    case = VoidCase.objects.create(
        public_id=proposal.key,
        kind=proposal.kind,
        of=proposal.of,
        reason=proposal.reason,
        evidence=evidence,
        chosen={**proposal.choice.facts, "left_out": found.counts_by_reason},
        size=len(found.rounds),
        seen=shown.digest,
        proposed_by=acting_user,
        expires_at=now + timedelta(days=settings.VOID_PROPOSAL_DAYS),
    )
    VoidLine.objects.bulk_create(
        VoidLine(
            case=case,
            n=n,
            round=hand.round,
            delta=hand.moved,
            owed=hand.owed,
            suspended=hand.suspended,
            points=hand.points,
        )
        for n, hand in enumerate(shown.hands, 1)
    )
    take_step(case, CaseState.PROPOSED, acting_user)
    record_step(case, CaseState.PROPOSED, acting_user, {**shown.facts, **_hand_fact(shown)})
    return case


def _hand_fact(shown: CaseFigures) -> dict[str, Any]:
    """Reference of the hand of a one-hand case, for the event; makes the event searchable."""
    return {"hand": str(shown.hands[0].round.public_id)} if len(shown.hands) == 1 else {}


@transaction.atomic
def approve_case(case_id: int, *, seen: str, acting_user: User, note: str = "") -> VoidCase:
    """Approve a case as another person, under its row lock. One hand is executed at once, many by the worker.

    Raises NotPermitted, NotFound, AnotherPersonNeeded, ProposalExpired, ChangedMeanwhile, FiguresChanged,
    refusals of registered checks, and of executing the hand, which roll the approval back.
    """
    require(acting_user, Right.APPROVE_VOIDS)
    case = lock_case(case_id)
    if _already(case, CaseState.APPROVED, acting_user):
        return case
    _still_proposed(case)
    require_another_person(acting_user, case.excluded_deciders, NO_OWN_HANDS)
    if figures.calculate_case_figures(case).digest != seen:
        raise FiguresChanged
    for check in _checks:
        check(case)
    take_step(case, CaseState.APPROVED, acting_user, note=note.strip(), seen=seen)
    record_step(case, CaseState.APPROVED, acting_user, {"note": note.strip()})
    if case.size == 1:
        worker.execute_case(case)
    else:
        wake_worker(worker.TASK)
    return case


@transaction.atomic
def refuse_case(case_id: int, *, acting_user: User, note: str) -> VoidCase:
    """Refuse a case as another person, with a reason.

    Raises NotPermitted, NotFound, ReasonMissing, AnotherPersonNeeded, ProposalExpired, ChangedMeanwhile.
    """
    require(acting_user, Right.APPROVE_VOIDS)
    return _end_case(case_id, CaseState.REFUSED, acting_user, note)


@transaction.atomic
def withdraw_case(case_id: int, *, acting_user: User, note: str) -> VoidCase:
    """Withdraw one's own proposal, with a reason.

    Raises NotPermitted, NotFound, ReasonMissing, NotProposer, ProposalExpired, ChangedMeanwhile.
    """
    require(acting_user, Right.PROPOSE_VOIDS)
    return _end_case(case_id, CaseState.WITHDRAWN, acting_user, note)


def _end_case(case_id: int, state: CaseState, acting_user: User, note: str) -> VoidCase:
    note = require_reason(note, "note")
    case = lock_case(case_id)
    if _already(case, state, acting_user):
        return case
    _still_proposed(case)
    if state == CaseState.WITHDRAWN and case.proposed_by_id != acting_user.pk:
        raise NotProposer
    if state == CaseState.REFUSED:
        require_another_person(acting_user, case.excluded_deciders, NO_OWN_HANDS)
    take_step(case, state, acting_user, note=note)
    record_step(case, state, acting_user, {"note": note})
    return case


def _already(case: VoidCase, state: CaseState, acting_user: User) -> bool:
    """Return whether this person has already made this decision."""
    return CaseStep.objects.filter(case=case, to_state=state, acting_user=acting_user).exists()


def _still_proposed(case: VoidCase) -> None:
    if case.state == CaseState.EXPIRED:
        raise ProposalExpired
    if case.state != CaseState.PROPOSED:
        raise ChangedMeanwhile
    if case.expires_at <= timezone.now():
        raise ProposalExpired


def expire_cases(now: datetime) -> int:
    """Expire overdue proposals, each in its own transaction. Return how many."""
    due = VoidCase.objects.filter(state=CaseState.PROPOSED, expires_at__lte=now)
    return sum(_expire(pk, now) for pk in _keys(due))


def _keys(cases: Any) -> Sequence[int]:
    return list(cases.order_by("pk").values_list("pk", flat=True))


@transaction.atomic
def _expire(pk: int, now: datetime) -> bool:
    """Expire one proposal unless it is locked by a decision."""
    due = VoidCase.objects.filter(state=CaseState.PROPOSED, expires_at__lte=now, pk=pk)
    case = due.select_for_update(of=("self",), skip_locked=True, no_key=True).first()
    if case is None:
        return False
    take_step(case, CaseState.EXPIRED, None)
    record_step(case, CaseState.EXPIRED, None, {})
    return True
