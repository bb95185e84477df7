"""Who sees which kind of case, when cases are due, and which signals belong to which kind."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Final

from accounts.roles.values import Right
from cases.models import CaseSeverity, CaseTopic
from signals.definition import Family, Opens

VIEW_RIGHTS: Final[Mapping[CaseTopic, Right]] = {
    CaseTopic.FRAUD: Right.VIEW_CASES,
    CaseTopic.LAUNDERING: Right.VIEW_AML_CASES,
    CaseTopic.PROTECTION: Right.VIEW_PROTECTION_CASES,
    CaseTopic.STAFF: Right.APPROVE_CASES,
}
ANY_VIEW: Final = (Right.VIEW_CASES, Right.VIEW_AML_CASES, Right.VIEW_PROTECTION_CASES)
RESTRICTED: Final = frozenset({CaseTopic.LAUNDERING, CaseTopic.PROTECTION, CaseTopic.STAFF})
"""Kinds whose events and lists outside of cases name neither kind nor player."""

DUE_HOURS: Final[Mapping[CaseSeverity, int]] = {
    CaseSeverity.LOW: 7 * 24,
    CaseSeverity.MEDIUM: 72,
    CaseSeverity.HIGH: 24,
}
ESCALATED_DUE: Final = timedelta(hours=24)
HOLD_DUE: Final = timedelta(hours=24)
LOCK: Final = timedelta(minutes=15)
_HIGH_FROM: Final = 80
_MEDIUM_FROM: Final = 60
_KIND_OF_FAMILY: Final[Mapping[Family, CaseTopic]] = {
    Family.MONEY: CaseTopic.LAUNDERING,
    Family.PROTECTION: CaseTopic.PROTECTION,
}
_KIND_OF_OPENING: Final[Mapping[Opens, CaseTopic]] = {
    Opens.PROTECTION_CASE: CaseTopic.PROTECTION,
    Opens.DUE_DILIGENCE_TASK: CaseTopic.LAUNDERING,
    Opens.STAFF_INCIDENT: CaseTopic.STAFF,
}


def kind_of_opening(opens: Opens) -> CaseTopic:
    """Return the kind of case that a flag of such a signal opens whatever the score is."""
    return _KIND_OF_OPENING[opens]


def kind_of_family(family: Family) -> CaseTopic:
    return _KIND_OF_FAMILY.get(family, CaseTopic.FRAUD)


def severity_of_score(score: int) -> CaseSeverity:
    """Return the severity of a case with this score."""
    if score >= _HIGH_FROM:
        return CaseSeverity.HIGH
    return CaseSeverity.MEDIUM if score >= _MEDIUM_FROM else CaseSeverity.LOW


def visible_kinds(rights: frozenset[Right]) -> tuple[CaseTopic, ...]:
    """Return the kinds of case that somebody with these rights may see."""
    return tuple(kind for kind, right in VIEW_RIGHTS.items() if right in rights)
