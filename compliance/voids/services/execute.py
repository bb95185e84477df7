"""Execution of one hand of a case."""

from accounts.models.users import User
from casino.models import Void, VoidStep
from casino.voids.services import voiding
from compliance.models import CaseKind, VoidCase, VoidLine
from compliance.voids.values import find_treatment


def execute_line(line: VoidLine, acting_user: User) -> int:
    """Execute one hand; idempotent. Return the units moved on the player's account. Raises VoidRefused."""
    case, key = line.case, line.case.public_id
    if case.kind == CaseKind.VOID:
        treatment = find_treatment(case.reason)
        return voiding.void_round(
            line.round_id, treatment, case=key, acting_user=acting_user, reason=case.reason
        ).moved
    void = _void_of(line)
    if case.kind == CaseKind.UNDO:
        voiding.undo_void(void, case=key, acting_user=acting_user)
    elif case.kind == CaseKind.COLLECT:
        voiding.collect_void_debt(void, case=key, acting_user=acting_user)
    else:
        voiding.release_void_stakes(
            void,
            "player" if case.kind == CaseKind.RETURN else "house",
            case=key,
            acting_user=acting_user,
        )
    return _moved_amount(void, case)


def _void_of(line: VoidLine) -> int:
    """Id of the void of this round that the case follows."""
    return (
        Void.objects.only("pk")
        .get(round=line.round_id, case=_original_case(line.case).public_id)
        .pk
    )


def _original_case(case: VoidCase) -> VoidCase:
    if case.of is None:
        raise TypeError("the database lets no such case be without one that it follows")
    return case.of


def _moved_amount(void: int, case: VoidCase) -> int:
    """Units moved on the player's account by the case's step."""
    return VoidStep.objects.get(void=void, case=case.public_id).moved
