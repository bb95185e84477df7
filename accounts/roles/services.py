"""Permission checks by right."""

from collections.abc import Callable

from django.db import connection, models
from django.db.models import Func, Value

from accounts.models.users import User
from accounts.roles.refusals import NotPermitted
from accounts.roles.selectors import load_rights
from accounts.roles.values import Right, Role, rights_of_roles
from journal.services.recording import ACTING_SCOPE, ACTING_USER


def require(user: User, *rights: Right) -> None:
    """Raise NotPermitted unless the user has one of the rights now. One query.

    Inside a transaction it also declares this user as the author of audited row changes.
    """
    held = _rights_of_who_acts(user) if connection.in_atomic_block else load_rights(user)
    if held.isdisjoint(rights):
        raise NotPermitted(*rights)


def build_right_check(*rights: Right) -> Callable[[User], None]:
    """Return `require` bound to these rights, for a `DecisionFlow` of `approvals`."""
    return lambda user: require(user, *rights)


def _rights_of_who_acts(user: User) -> frozenset[Right]:
    if not (user.is_staff and user.is_active):
        return frozenset()
    groups = user.groups.filter(name__in=Role.values).annotate(
        declared=_set(ACTING_USER, str(user.pk)), freed=_set(ACTING_SCOPE, "")
    )
    return rights_of_roles(name for name, *_ in groups.values_list("name", "declared", "freed"))


def _set(name: str, value: str) -> Func:
    return Func(
        Value(name),
        Value(value),
        Value(True),  # noqa: FBT003  # until the transaction ends
        function="set_config",
        output_field=models.TextField(),
    )
