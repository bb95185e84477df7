"""What staff looked at."""

from collections.abc import Mapping
from typing import Any, Final

from django.db.models import QuerySet
from django.urls import reverse

from accounts.player_models import Look
from accounts.roles import Right
from compliance.events.filters import by_person, within

_PAGES: Final[Mapping[str, tuple[str, Right]]] = {
    Look.Kind.PLAYER: ("players:player", Right.VIEW_PLAYERS),
    Look.Kind.ROUND: ("hands:hand", Right.VIEW_HANDS),
    Look.Kind.SHOE: ("shoes:shoe", Right.VIEW_HANDS),
    Look.Kind.CASE: ("voids:case", Right.VIEW_VOIDS),
    Look.Kind.DISPUTE: ("disputes:dispute", Right.VIEW_DISPUTES),
}


def looks(asked: Mapping[str, Any]) -> QuerySet[Look]:
    """What the form asks for, by primary key."""
    rows = Look.objects.select_related("staff")
    if kind := asked.get("kind"):
        rows = rows.filter(kind=kind)
    if thing := (asked.get("object") or "").strip():
        rows = rows.filter(object=thing.lower())
    if who := asked.get("who"):
        rows = by_person(rows, "staff_id", who)
    return within(rows, asked.get("since"), asked.get("until"))


def address_of(look: Look, rights: frozenset[Right]) -> str:
    """The page of what was looked at; "" where there is none, or the reader may not open it."""
    name, right = _PAGES.get(look.kind, ("", None))
    return reverse(name, args=[look.object]) if right in rights else ""
