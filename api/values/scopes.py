"""Scopes of service keys, and the rights of staff that each of them needs."""

from collections.abc import Mapping
from typing import Final

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.roles.values import MATRIX, Right, Role


class Scope(models.TextChoices):
    """What a service key may do. It never approves and never plays: no scope allows it."""

    PLAYERS_READ = "players:read", _("read players")
    ROUNDS_READ = "rounds:read", _("read rounds and shoes")
    LEDGER_READ = "ledger:read", _("read the ledger")
    REPORTS_READ = "reports:read", _("read reports and make files")
    EVENTS_READ = "events:read", _("read events")
    VOIDS_READ = "voids:read", _("read voids")
    VOIDS_PROPOSE = "voids:propose", _("propose voids")
    RATES_PROPOSE = "rates:propose", _("propose exchange rates")
    LIMITS_PROPOSE = "limits:propose", _("propose cash limits and limits of play")
    PAYMENTS_CONFIRM = "payments:confirm", _("confirm payments of providers")
    CASES_READ = "cases:read", _("read cases, flags and holds")
    CASES_AML = "cases:aml", _("read those of money laundering too")
    CASES_PROTECTION = "cases:protection", _("read those of player protection too")
    SWITCHES_READ = "switches:read", _("read the switches of play")
    SWITCHES_STOP = "switches:stop", _("stop play, but not resume it")


RIGHTS: Final[Mapping[Scope, frozenset[Right]]] = {
    Scope.PLAYERS_READ: frozenset({Right.VIEW_PLAYERS}),
    Scope.ROUNDS_READ: frozenset({Right.VIEW_HANDS}),
    Scope.LEDGER_READ: frozenset({Right.VIEW_CASH}),
    Scope.REPORTS_READ: frozenset({Right.VIEW_REPORTS}),
    Scope.EVENTS_READ: frozenset({Right.VIEW_EVENTS}),
    Scope.VOIDS_READ: frozenset({Right.VIEW_VOIDS}),
    Scope.VOIDS_PROPOSE: frozenset({Right.PROPOSE_VOIDS}),
    Scope.RATES_PROPOSE: frozenset({Right.EDIT_RATES}),
    Scope.LIMITS_PROPOSE: frozenset({Right.EDIT_LIMITS, Right.EDIT_TABLES, Right.LIMIT_PLAYERS}),
    Scope.PAYMENTS_CONFIRM: frozenset({Right.DO_CASH}),
    Scope.CASES_READ: frozenset(
        {Right.VIEW_CASES, Right.VIEW_AML_CASES, Right.VIEW_PROTECTION_CASES}
    ),
    Scope.CASES_AML: frozenset({Right.VIEW_AML_CASES}),
    Scope.CASES_PROTECTION: frozenset({Right.VIEW_PROTECTION_CASES}),
    Scope.SWITCHES_READ: frozenset({Right.VIEW_SWITCHES}),
    Scope.SWITCHES_STOP: frozenset(
        {Right.SWITCH_TABLES, Right.SWITCH_PLAYERS, Right.SWITCH_EVERYTHING}
    ),
}
"""One of these rights is needed; the service that acts checks the exact one."""
WITH_NETWORKS: Final = frozenset({Scope.PAYMENTS_CONFIRM})
"""Scopes that a key has only with a list of allowed networks: it stands for a provider's signature."""


def list_scope_roles(scope: Scope) -> list[Role]:
    """Return the roles whose people may have a key with this scope."""
    return [role for role in Role if MATRIX[role] & RIGHTS[scope]]


def find_reading_scope(right: Right) -> Scope | None:
    """Return the scope that reads what this right shows; None if no key reads it."""
    return next((scope for scope, rights in RIGHTS.items() if rights == {right}), None)
