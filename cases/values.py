"""Who sees which kind of case, when cases are due, and which signals belong to which kind."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Final

from accounts.roles.values import Right
from cases.models import CaseKind, CaseSeverity
from signals.definition import Family, Opens

VIEW_RIGHTS: Final[Mapping[CaseKind, Right]] = {
    CaseKind.FRAUD: Right.VIEW_CASES,
    CaseKind.LAUNDERING: Right.VIEW_AML_CASES,
    CaseKind.PROTECTION: Right.VIEW_PROTECTION_CASES,
    CaseKind.STAFF: Right.APPROVE_CASES,
}
ANY_VIEW: Final = (Right.VIEW_CASES, Right.VIEW_AML_CASES, Right.VIEW_PROTECTION_CASES)
RESTRICTED: Final = frozenset({CaseKind.LAUNDERING, CaseKind.PROTECTION, CaseKind.STAFF})
"""Kinds whose events and lists outside of cases name neither kind nor player."""

DUE_HOURS: Final[Mapping[CaseSeverity, int]] = {
    CaseSeverity.LOW: 7 * 24,
    CaseSeverity.MEDIUM: 72,
    CaseSeverity.HIGH: 24,
}
HOLD_DUE: Final = timedelta(hours=24)
LOCK: Final = timedelta(minutes=15)
_HIGH_FROM: Final = 80
_MEDIUM_FROM: Final = 60
_KIND_OF_FAMILY: Final[Mapping[Family, CaseKind]] = {
    Family.MONEY: CaseKind.LAUNDERING,
    Family.PROTECTION: CaseKind.PROTECTION,
}
_KIND_OF_OPENING: Final[Mapping[Opens, CaseKind]] = {
    Opens.PROTECTION_CASE: CaseKind.PROTECTION,
    Opens.DUE_DILIGENCE_TASK: CaseKind.LAUNDERING,
    Opens.STAFF_INCIDENT: CaseKind.STAFF,
}


def kind_of_opening(opens: Opens) -> CaseKind:
    """Return the kind of case that a flag of such a signal opens whatever the score is."""
    return _KIND_OF_OPENING[opens]


def kind_of_family(family: Family) -> CaseKind:
    return _KIND_OF_FAMILY.get(family, CaseKind.FRAUD)


def severity_of_score(score: int) -> CaseSeverity:
    """Return the severity of a case with this score."""
    if score >= _HIGH_FROM:
        return CaseSeverity.HIGH
    return CaseSeverity.MEDIUM if score >= _MEDIUM_FROM else CaseSeverity.LOW


def visible_kinds(rights: frozenset[Right]) -> tuple[CaseKind, ...]:
    """Return the kinds of case that somebody with these rights may see."""
    return tuple(kind for kind, right in VIEW_RIGHTS.items() if right in rights)
