"""Steps of a case, taken under its row lock, with an event."""

from collections.abc import Mapping
from typing import Any, Final

from accounts.models.users import User
from compliance.models import CaseKind, CaseState, CaseStep, VoidCase
from journal.models import EventKind
from journal.refusals import NotFound
from journal.services.recording import record

_EVENTS: Final[Mapping[CaseState, EventKind]] = {
    CaseState.PROPOSED: EventKind.VOID_PROPOSED,
    CaseState.APPROVED: EventKind.VOID_APPROVED,
    CaseState.REFUSED: EventKind.VOID_REFUSED,
    CaseState.WITHDRAWN: EventKind.VOID_WITHDRAWN,
    CaseState.EXPIRED: EventKind.VOID_EXPIRED,
}
_CARRIED_OUT: Final[Mapping[CaseKind, EventKind]] = {
    CaseKind.VOID: EventKind.VOID_CARRIED_OUT,
    CaseKind.UNDO: EventKind.VOID_UNDONE,
    CaseKind.RETURN: EventKind.VOID_STAKES_RELEASED,
    CaseKind.KEEP: EventKind.VOID_STAKES_RELEASED,
    CaseKind.COLLECT: EventKind.VOID_DEBT_COLLECTED,
}


def lock_case(case_id: int) -> VoidCase:
    """Lock and return a case; decisions on it are serialised until the transaction ends. Raises NotFound."""
    cases = VoidCase.objects.select_for_update(of=("self",), no_key=True)
    case = cases.select_related("of").filter(pk=case_id).first()
    if case is None:
        raise NotFound
    return case


def take_step(case: VoidCase, to: CaseState, acting_user: User | None, **said: Any) -> CaseStep:
    """Append the next step of a locked case; a trigger stores its state."""
    last = CaseStep.objects.filter(case=case).order_by("-n").first()
    step = CaseStep.objects.create(
        case=case,
        n=last.n + 1 if last else 1,
        from_state=last.to_state if last else "",
        to_state=to,
        acting_user=acting_user,
        **said,
    )
    case.state = to
    return step


def record_step(
    case: VoidCase, state: CaseState, acting_user: User | None, data: Mapping[str, object]
) -> None:
    """Record the event of a step."""
    kind = _CARRIED_OUT[CaseKind(case.kind)] if state == CaseState.CARRIED_OUT else _EVENTS[state]
    about = {
        "case": str(case.public_id),
        "kind": case.kind,
        "reason": case.reason,
        "of": case.of.number if case.of else None,
        "hands": case.size,
        "proposed_by": case.proposed_by_id,
    }
    actor = acting_user.pk if acting_user else None
    record(kind, actor=actor, subject=f"void {case.number}", data={**about, **data})
