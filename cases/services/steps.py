"""Steps of a case, taken under its row lock, with an event."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from django.db import IntegrityError, transaction

from accounts.models.users import User
from accounts.roles.selectors import load_rights
from accounts.roles.services import require
from accounts.roles.values import Right
from accounts.values.reasons import OwnReason
from cases.models import Case, CasePlayer, CaseStatus, StatusStep
from cases.refusals import CaseOpenAlready, CaseStepNotPossible, NotOwnCase
from cases.values import DUE_HOURS, ESCALATED_DUE, RESTRICTED, VIEW_RIGHTS
from journal.models import Event, EventKind
from journal.refusals import NotFound
from journal.services.recording import record

_EVENTS: Final[Mapping[str, EventKind]] = {
    CaseStatus.ASSIGNED: EventKind.CASE_ASSIGNED,
    CaseStatus.WAITING: EventKind.CASE_WAITS,
    CaseStatus.DECIDED: EventKind.CASE_DECIDED,
    CaseStatus.CLOSED: EventKind.CASE_CLOSED,
    CaseStatus.REOPENED: EventKind.CASE_REOPENED,
}
_ONE_OPEN: Final = "cases_one_open"


def lock_case(public_id: UUID, acting_user: User, *rights: Right) -> Case:
    """Lock and return a case for somebody who has one of the rights and may see its kind.

    Raises NotPermitted, NotFound (also for a kind that they may not see), NotOwnCase.
    """
    require(acting_user, *(rights or (Right.WORK_CASES,)))
    case = Case.objects.select_for_update(no_key=True).filter(public_id=public_id).first()
    if case is None or VIEW_RIGHTS[case.kind_of] not in load_rights(acting_user):
        raise NotFound
    if CasePlayer.objects.filter(case=case, player=acting_user.pk).exists():
        raise NotOwnCase
    return case


def lock_players(case_id: UUID) -> list[int]:
    """Lock the players of a case before the case itself, as holds and payments do. Return them in this order."""
    numbers = CasePlayer.objects.filter(case__public_id=case_id).values("player")
    rows = User.objects.select_for_update(no_key=True).filter(pk__in=numbers).order_by("pk")
    return list(rows.values_list("pk", flat=True))


def require_status(case: Case, *allowed: CaseStatus) -> None:
    """Raise CaseStepNotPossible unless the locked case has one of these statuses."""
    if case.status not in allowed:
        raise CaseStepNotPossible(detail=case.status)


def take_step(case: Case, to: CaseStatus, acting_user: User | None, **said: Any) -> StatusStep:
    """Append the next step of a locked case; a trigger stores what follows from it. Raises CaseOpenAlready."""
    last = StatusStep.objects.filter(case=case).order_by("-n").first()
    try:
        with transaction.atomic():
            step = StatusStep.objects.create(
                case=case,
                n=last.n + 1 if last else 1,
                from_status=last.to_status if last else "",
                to_status=to,
                acting_user=acting_user,
                **said,
            )
    except IntegrityError as error:
        if _ONE_OPEN in str(error):
            raise CaseOpenAlready from error
        raise
    case.refresh_from_db()
    return step


def bring_back(case: Case, reason: OwnReason, now: datetime) -> None:
    """Reopen a decided case, due anew, for what its decision could not know. Other cases stay as they are."""
    locked = Case.objects.select_for_update(no_key=True).get(pk=case.pk)
    if locked.status == CaseStatus.DECIDED:
        step = take_step(locked, CaseStatus.REOPENED, None, reason=reason.value)
        set_due(locked, now + timedelta(hours=DUE_HOURS[locked.severity_of]))
        record_step(locked, step)
    case.refresh_from_db()


def escalate_locked_case(
    case: Case, acting_user: User | None, reason: str, now: datetime
) -> StatusStep:
    """Return a locked case to the queue for the manager alone, due within `ESCALATED_DUE`."""
    step = take_step(case, CaseStatus.NEW, acting_user, reason=reason, escalates=True)
    case.locked_until = None
    case.save(update_fields=["locked_until"])
    set_due(case, min(case.due_at, now + ESCALATED_DUE))
    record_step(case, step)
    return step


def set_due(case: Case, due_at: datetime) -> None:
    case.due_at = due_at
    case.save(update_fields=["due_at"])


def record_step(case: Case, step: StatusStep) -> None:
    """Record the event of a step: a return to the queue, or an escalation, if it leads back there."""
    kind = _EVENTS.get(step.to_status, EventKind.CASE_RETURNED)
    kind = EventKind.CASE_ESCALATED if step.escalates else kind
    data = {"outcome": step.outcome} if step.outcome else {}
    record_case_event(kind, case, step.acting_user, data)


def record_case_event(
    kind: EventKind,
    case: Case,
    acting_user: User | None,
    data: Mapping[str, object] | None = None,
    *,
    digest: str = "",
) -> Event:
    """Record an event of a case. Of restricted kinds it names number and digest alone: more people see events than cases."""
    about: dict[str, object] = {"number": case.number, **({"sha256": digest} if digest else {})}
    if case.kind not in RESTRICTED:
        lead = CasePlayer.objects.filter(case=case, is_lead=True).first()
        about |= {"player": lead.player_id} if lead else {}
        about |= data or {}
    return record(
        kind,
        actor=acting_user.pk if acting_user else None,
        subject=f"case {case.public_id}",
        data=about,
    )
