"""The roles of staff and what each may do; groups of the same names hold the people.

Pages and services ask for a `Right`, never for a role. Nobody has all of them: Django's own
superuser flag gives none.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from django.core.exceptions import PermissionDenied
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import User


class Role(models.TextChoices):
    """What a member of staff is here for; the value is the group's name."""

    OPERATOR = "operator", _("Operator")
    COMPLIANCE_ANALYST = "compliance_analyst", _("Compliance analyst")
    COMPLIANCE_MANAGER = "compliance_manager", _("Compliance manager")
    CASHIER = "cashier", _("Cashier")
    AUDITOR = "auditor", _("Auditor")
    ADMINISTRATOR = "administrator", _("Administrator")


class Right(StrEnum):
    """One thing that staff may be allowed to do."""

    VIEW_RATES = "view_rates"
    EDIT_RATES = "edit_rates"
    APPROVE_RATES = "approve_rates"
    VIEW_LIMITS = "view_limits"
    EDIT_LIMITS = "edit_limits"
    APPROVE_LIMITS = "approve_limits"
    VIEW_CASH = "view_cash"
    DO_CASH = "do_cash"
    HOLD_CASH = "hold_cash"
    APPROVE_CASH = "approve_cash"
    VIEW_TABLES = "view_tables"
    EDIT_TABLES = "edit_tables"
    APPROVE_TABLES = "approve_tables"
    SWITCH_TABLES = "switch_tables"
    LIMIT_PLAYERS = "limit_players"
    CLOSE_ACCOUNTS = "close_accounts"
    CANCEL_ROUNDS = "cancel_rounds"


MATRIX: Final[Mapping[Role, frozenset[Right]]] = {
    Role.OPERATOR: frozenset(
        {
            Right.VIEW_RATES,
            Right.EDIT_RATES,
            Right.VIEW_LIMITS,
            Right.EDIT_LIMITS,
            Right.VIEW_TABLES,
            Right.EDIT_TABLES,
            Right.SWITCH_TABLES,
            Right.CANCEL_ROUNDS,
        }
    ),
    Role.COMPLIANCE_ANALYST: frozenset(
        {
            Right.VIEW_RATES,
            Right.VIEW_LIMITS,
            Right.VIEW_CASH,
            Right.HOLD_CASH,
            Right.VIEW_TABLES,
            Right.LIMIT_PLAYERS,
            Right.CLOSE_ACCOUNTS,
        }
    ),
    Role.COMPLIANCE_MANAGER: frozenset(
        {
            Right.VIEW_RATES,
            Right.APPROVE_RATES,
            Right.VIEW_LIMITS,
            Right.APPROVE_LIMITS,
            Right.VIEW_CASH,
            Right.APPROVE_CASH,
            Right.VIEW_TABLES,
            Right.APPROVE_TABLES,
            Right.SWITCH_TABLES,
            Right.LIMIT_PLAYERS,
            Right.CLOSE_ACCOUNTS,
            Right.CANCEL_ROUNDS,
        }
    ),
    Role.CASHIER: frozenset({Right.VIEW_CASH, Right.DO_CASH}),
    Role.AUDITOR: frozenset(
        {Right.VIEW_RATES, Right.VIEW_LIMITS, Right.VIEW_CASH, Right.VIEW_TABLES}
    ),
    Role.ADMINISTRATOR: frozenset(),
}


class NotPermitted(PermissionDenied):
    """The person's roles do not allow this; nothing was changed. Pages answer 403."""

    code = "not_permitted"
    message = _("Your role does not allow this.")


def rights_of(user: User) -> frozenset[Right]:
    """Everything that this person may do; nothing for players. One query."""
    if not (user.is_staff and user.is_active):
        return frozenset()
    names = user.groups.filter(name__in=Role.values).values_list("name", flat=True)
    return frozenset[Right]().union(*(MATRIX[Role(name)] for name in names))


def may(user: User, right: Right) -> bool:
    """Whether this person has the right now. One query."""
    return right in rights_of(user)


def require(user: User, right: Right) -> None:
    """Raise NotPermitted unless this person has the right now."""
    if not may(user, right):
        raise NotPermitted(right)
