"""The steps of a case: taken under its row's lock, and told to the journal."""

from collections.abc import Mapping
from typing import Any, Final

from accounts.models.users import User
from compliance.models import CaseKind, CaseState, VoidCase, VoidStep
from journal.models import Kind
from journal.refusals import NotFound
from journal.services.recording import record

_TOLD: Final[Mapping[CaseState, Kind]] = {
    CaseState.PROPOSED: Kind.VOID_PROPOSED,
    CaseState.APPROVED: Kind.VOID_APPROVED,
    CaseState.REFUSED: Kind.VOID_REFUSED,
    CaseState.WITHDRAWN: Kind.VOID_WITHDRAWN,
    CaseState.EXPIRED: Kind.VOID_EXPIRED,
}
_CARRIED_OUT: Final[Mapping[CaseKind, Kind]] = {
    CaseKind.VOID: Kind.VOID_CARRIED_OUT,
    CaseKind.UNDO: Kind.VOID_UNDONE,
    CaseKind.RETURN: Kind.VOID_STAKES_RELEASED,
    CaseKind.KEEP: Kind.VOID_STAKES_RELEASED,
    CaseKind.COLLECT: Kind.VOID_DEBT_COLLECTED,
}


def lock_case(case_id: int) -> VoidCase:
    """A case, locked until the transaction ends: one decision after the other. Raises NotFound."""
    cases = VoidCase.objects.select_for_update(of=("self",), no_key=True)
    case = cases.select_related("of").filter(pk=case_id).first()
    if case is None:
        raise NotFound
    return case


def take_step(case: VoidCase, to: CaseState, by: User | None, **said: Any) -> VoidStep:
    """Take the next step of a locked case."""
    last = VoidStep.objects.filter(case=case).order_by("-n").first()
    step = VoidStep.objects.create(
        case=case,
        n=last.n + 1 if last else 1,
        from_state=last.to_state if last else "",
        to_state=to,
        by=by,
        **said,
    )
    case.state = to
    return step


def record_step(
    case: VoidCase, state: CaseState, by: User | None, data: Mapping[str, object]
) -> None:
    """Write the event of a step."""
    kind = _CARRIED_OUT[CaseKind(case.kind)] if state == CaseState.CARRIED_OUT else _TOLD[state]
    about = {
        "case": str(case.public_id),
        "kind": case.kind,
        "reason": case.reason,
        "of": case.of.number if case.of else None,
        "hands": case.size,
        "proposed_by": case.proposed_by_id,
    }
    actor = by.pk if by else None
    record(kind, actor=actor, subject=f"void {case.number}", data={**about, **data})
