"""Scopes of service keys in words."""

from collections.abc import Set as AbstractSet

from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from accounts.roles.values import Right
from api.values.scopes import RIGHTS, Scope, list_scope_roles


def describe_missing_right(scope: Scope, rights: AbstractSet[Right]) -> str:
    """Return which role a person with these rights would need for the scope; "" if the person may have it."""
    if not RIGHTS[scope].isdisjoint(rights):
        return ""
    roles = [str(role.label) for role in list_scope_roles(scope)]
    return _("needs the role %(roles)s") % {"roles": get_text_list(roles, _("or"))}
