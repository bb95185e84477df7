"""Queries of the audit log of views by staff."""

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Final

from django.db.models import Model, Q, QuerySet

from accounts.models.audit_views import Look
from accounts.roles.values import Right
from casino.models import Round
from casino.values.round_numbers import UnknownRoundName, parse_round_name
from compliance.events.selectors.search import filter_by_person, filter_by_time
from compliance.models import Dispute, VoidCase

_NUMBERED: Final[Mapping[str, tuple[Look.Kind, type[Model]]]] = {
    "Q": (Look.Kind.DISPUTE, Dispute),
    "V": (Look.Kind.CASE, VoidCase),
}
_NUMBER: Final = re.compile(r"([QV])-?(\d{1,18})", re.ASCII)

FindHidden = Callable[[frozenset[Right]], QuerySet[Any, Any]]
"""Returns the objects of a kind, as their text in the log, that somebody with these rights may not know of."""

_hidden: dict[Look.Kind, FindHidden] = {}


def register_hidden(kind: Look.Kind, find: FindHidden) -> None:
    """Hide views of these objects of a kind; apps above register theirs at start."""
    _hidden[kind] = find


def leave_out_hidden(rows: QuerySet[Look], rights: frozenset[Right]) -> QuerySet[Look]:
    """Return the views that somebody with these rights may see."""
    for kind, find in _hidden.items():
        rows = rows.exclude(kind=kind, object__in=find(rights))
    return rows


def filter_looks(asked: Mapping[str, Any]) -> QuerySet[Look]:
    """Return the views for the form's cleaned data, unordered."""
    rows = Look.objects.select_related("staff")
    if kind := asked.get("kind"):
        rows = rows.filter(kind=kind)
    if thing := (asked.get("object") or "").strip():
        rows = rows.filter(_match_object(thing))
    if who := asked.get("who"):
        rows = filter_by_person(rows, "staff_id", who)
    return filter_by_time(rows, asked.get("since"), asked.get("until"))


def _match_object(text: str) -> Q:
    """Match a case, dispute or round by its number, and any object by the reference in its URL."""
    if found := _NUMBER.fullmatch(text.upper()):
        kind, model = _NUMBERED[found[1]]
        of = model._default_manager.filter(pk=int(found[2])).values_list("public_id", flat=True)  # noqa: SLF001  # Django documents the name
        return Q(kind=kind, object__in=[str(one) for one in of])
    with suppress(UnknownRoundName):
        named = parse_round_name(text)
        if named.number is not None:
            rounds = Round.objects.filter(named.lookup()).values_list("public_id", flat=True)
            return Q(kind=Look.Kind.ROUND, object__in=[str(one) for one in rounds])
    return Q(object=text.lower())
