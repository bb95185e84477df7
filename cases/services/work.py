"""Work on cases: take, hand over, wait, decide, close, reopen."""

from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from accounts.models.users import User
from accounts.roles.selectors import load_rights
from accounts.roles.services import require
from accounts.roles.values import Right
from accounts.values.reasons import require_reason
from cases.models import (
    Case,
    CaseOutcome,
    CasePlayer,
    CaseStatus,
    DiaryAction,
)
from cases.refusals import (
    CaseEscalated,
    CaseLocked,
    DecideFirst,
    DiaryInPast,
    NoCaseWaiting,
    UnknownAssignee,
)
from cases.selectors.holds import has_open_business
from cases.selectors.restrictions import has_open_restrictions
from cases.services.restrictions import end_by_outcome
from cases.services.steps import (
    escalate_locked_case,
    lock_case,
    lock_players,
    record_step,
    require_status,
    set_due,
    take_step,
)
from cases.services.telling import tell_outcome
from cases.values import DUE_HOURS, LOCK, VIEW_RIGHTS, visible_kinds

_LONGEST_WAIT: Final = timedelta(days=90)
_WAITING: Final = (CaseStatus.NEW, CaseStatus.REOPENED)


@transaction.atomic
def take_next(acting_user: User) -> Case:
    """Take the most urgent waiting case and lock it for 15 minutes; one that is still locked comes again.

    Escalated cases come to managers alone. Two people who ask at once get different cases. Raises NotPermitted, NoCaseWaiting.
    """
    require(acting_user, Right.WORK_CASES)
    now = timezone.now()
    mine = Case.objects.filter(
        assignee=acting_user, status=CaseStatus.ASSIGNED, locked_until__gt=now
    ).first()
    if mine is not None:
        return mine
    rights = load_rights(acting_user)
    own = CasePlayer.objects.filter(player=acting_user.pk).values("case")
    rows = Case.objects.filter(status__in=_WAITING, kind__in=visible_kinds(rights))
    rows = rows.exclude(pk__in=own)
    if Right.APPROVE_CASES not in rights:
        rows = rows.filter(escalated_at=None)
    case = rows.select_for_update(skip_locked=True, no_key=True).order_by("due_at", "pk").first()
    if case is None:
        raise NoCaseWaiting
    _assign(case, acting_user, acting_user, "")
    case.locked_until = now + LOCK
    case.save(update_fields=["locked_until"])
    return case


@transaction.atomic
def assign_case(case_id: UUID, *, assignee: int, acting_user: User, reason: str = "") -> Case:
    """Assign a case, or hand it over to somebody who may work on it.

    While it is locked only its assignee or a manager does; an escalated case is assigned by a manager, which ends the
    escalation. Raises as `lock_case`, CaseStepNotPossible, CaseLocked, CaseEscalated, UnknownAssignee.
    """
    case = lock_case(case_id, acting_user, Right.WORK_CASES, Right.APPROVE_CASES)
    require_status(case, *_WAITING, CaseStatus.ASSIGNED, CaseStatus.WAITING)
    person = User.objects.filter(pk=assignee, is_staff=True).first()
    if person is None or not {Right.WORK_CASES, VIEW_RIGHTS[case.kind_of]} <= load_rights(person):
        raise UnknownAssignee
    _see_lock(case, acting_user)
    _see_escalation(case, acting_user)
    if case.status == CaseStatus.ASSIGNED and case.assignee_id == assignee:
        keep_case(case)
        return case
    _assign(case, person, acting_user, reason.strip())
    keep_case(case)
    return case


def _assign(case: Case, person: User, acting_user: User, reason: str) -> None:
    step = take_step(case, CaseStatus.ASSIGNED, acting_user, assignee=person, reason=reason)
    record_step(case, step)


def _see_lock(case: Case, acting_user: User) -> None:
    locked = case.locked_until is not None and case.locked_until > timezone.now()
    mine = case.assignee_id == acting_user.pk
    if locked and not mine and Right.APPROVE_CASES not in load_rights(acting_user):
        raise CaseLocked


def _see_escalation(case: Case, acting_user: User) -> None:
    if case.escalated_at is not None and Right.APPROVE_CASES not in load_rights(acting_user):
        raise CaseEscalated


def keep_case(case: Case) -> None:
    """End the lock of a locked row: the case stays with its assignee, who has begun to work on it."""
    if case.locked_until is not None:
        case.locked_until = None
        case.save(update_fields=["locked_until"])


def lock_own_case(case_id: UUID, acting_user: User) -> Case:
    """Lock a case and require that this person is its assignee. Raises as `lock_case`, CaseLocked."""
    case = lock_case(case_id, acting_user)
    if case.assignee_id not in (None, acting_user.pk):
        raise CaseLocked
    keep_case(case)
    return case


@transaction.atomic
def wait_for_player(
    case_id: UUID, *, until: datetime, then: DiaryAction, acting_user: User, reason: str
) -> Case:
    """Let a case wait for the player until a date, with what happens then. Raises as `lock_own_case`, ReasonMissing, DiaryInPast."""
    case = lock_own_case(case_id, acting_user)
    reason = require_reason(reason)
    require_status(case, CaseStatus.ASSIGNED)
    if not timedelta() < until - timezone.now() <= _LONGEST_WAIT:
        raise DiaryInPast
    step = take_step(
        case,
        CaseStatus.WAITING,
        acting_user,
        assignee=case.assignee,
        reason=reason,
        diary_at=until,
        diary_action=then,
    )
    record_step(case, step)
    return case


@transaction.atomic
def decide_case(case_id: UUID, *, outcome: CaseOutcome, acting_user: User, reason: str) -> Case:
    """Decide a case with its outcome, and tell it to players who know of the review; cleared, it ends its restrictions.

    Raises as `lock_own_case`, ReasonMissing, CaseStepNotPossible.
    """
    lock_players(case_id)
    case = lock_own_case(case_id, acting_user)
    reason = require_reason(reason)
    require_status(case, CaseStatus.ASSIGNED, CaseStatus.WAITING)
    step = take_step(
        case,
        CaseStatus.DECIDED,
        acting_user,
        assignee=case.assignee,
        reason=reason,
        outcome=outcome,
    )
    record_step(case, step)
    tell_outcome(case, step)
    if outcome == CaseOutcome.CLEARED:
        end_by_outcome(case, acting_user, reason)
    return case


@transaction.atomic
def close_case(case_id: UUID, *, acting_user: User, reason: str = "") -> Case:
    """Close a decided case. Raises as `lock_own_case`, CaseStepNotPossible, DecideFirst."""
    case = lock_own_case(case_id, acting_user)
    require_status(case, CaseStatus.DECIDED)
    if has_open_business(case) or has_open_restrictions(case):
        raise DecideFirst
    step = take_step(
        case,
        CaseStatus.CLOSED,
        acting_user,
        assignee=case.assignee,
        reason=reason.strip(),
        outcome=case.outcome,
    )
    record_step(case, step)
    return case


@transaction.atomic
def reopen_case(case_id: UUID, *, acting_user: User, reason: str) -> Case:
    """Reopen a closed case, due anew. Raises as `lock_case`, ReasonMissing, CaseStepNotPossible, CaseOpenAlready."""
    case = lock_case(case_id, acting_user)
    reason = require_reason(reason)
    require_status(case, CaseStatus.CLOSED)
    step = take_step(case, CaseStatus.REOPENED, acting_user, reason=reason)
    set_due(case, timezone.now() + timedelta(hours=DUE_HOURS[case.severity_of]))
    record_step(case, step)
    return case


@transaction.atomic
def escalate_case(case_id: UUID, *, acting_user: User, reason: str) -> Case:
    """Give a case to the compliance manager: it waits in the queue for one, due within 24 hours at the latest.

    Raises as `lock_own_case`, ReasonMissing, CaseStepNotPossible.
    """
    case = lock_own_case(case_id, acting_user)
    reason = require_reason(reason)
    require_status(case, CaseStatus.ASSIGNED, CaseStatus.WAITING)
    escalate_locked_case(case, acting_user, reason, timezone.now())
    return case
