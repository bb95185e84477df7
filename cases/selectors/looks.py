"""What the access log tells of cases."""

from typing import Any

from django.db.models import CharField, QuerySet
from django.db.models.functions import Cast

from accounts.roles.values import Right
from cases.models import Case
from cases.values import RESTRICTED, visible_kinds


def find_hidden_cases(rights: frozenset[Right]) -> QuerySet[Any, Any]:
    """Return the public ids, as text, of the cases that somebody with these rights may not know of."""
    rows = Case.objects.exclude(kind__in=visible_kinds(rights))
    return rows.values_list(Cast("public_id", CharField()), flat=True)


def page_of_views(case: Case) -> str:
    """Return the name of a case's pages in events of views: of restricted kinds that of the player's account."""
    return "account" if case.kind_of in RESTRICTED else "case"
