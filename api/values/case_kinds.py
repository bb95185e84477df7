"""Kinds of case that a service key shows: a scope and a right of its owner for each."""

from collections.abc import Container, Mapping
from typing import Final

from accounts.roles.values import Right
from api.values.scopes import Scope
from cases.models import CaseTopic

_NEEDED: Final[Mapping[CaseTopic, tuple[Scope, Right]]] = {
    CaseTopic.FRAUD: (Scope.CASES_READ, Right.VIEW_CASES),
    CaseTopic.LAUNDERING: (Scope.CASES_AML, Right.VIEW_AML_CASES),
    CaseTopic.PROTECTION: (Scope.CASES_PROTECTION, Right.VIEW_PROTECTION_CASES),
}
"""Incidents of staff are in no key's reach."""


def find_readable_kinds(scopes: Container[str], rights: frozenset[Right]) -> tuple[CaseTopic, ...]:
    """Return the kinds of case that a key with these scopes shows, if its owner has these rights."""
    return tuple(
        kind
        for kind, (scope, right) in _NEEDED.items()
        if scope.value in scopes and right in rights
    )


def find_hidden_kinds(scopes: Container[str]) -> tuple[CaseTopic, ...]:
    """Return the kinds of case whose events are hidden without another scope; those of staff always are."""
    return tuple(
        kind for kind in CaseTopic if kind not in _NEEDED or _NEEDED[kind][0].value not in scopes
    )
