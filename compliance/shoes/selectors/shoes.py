"""Filters of the shoe list."""

from collections.abc import Mapping
from typing import Any, Final
from uuid import UUID

from django.db.models import Q, QuerySet

from accounts.users.selectors.search import find_matching_ids
from casino.models import Shoe
from pages.moments import time_range_filters


def filter_shoes(wanted: Mapping[str, Any]) -> QuerySet[Shoe, Shoe]:
    """Return the shoes for validated filters, unordered; sealed seeds are not loaded."""
    found = Shoe.objects.select_related("place__player", "place__table", "version__rule_set")
    asked = [*time_range_filters("announced_at", wanted), *_what(wanted)]
    if wanted.get("player"):
        asked.append(Q(place__player__in=find_matching_ids(wanted["player"].strip())))
    if wanted.get("table"):
        asked.append(Q(place__table__slug=wanted["table"]))
    return found.filter(*asked).defer("sealed_seed", "kept_left")


RARE: Final = (Shoe.Status.STOPPED, Shoe.Status.LOST, Shoe.Status.RETIRED)


def is_selective(wanted: Mapping[str, Any]) -> bool:
    """Return whether an index selects the shoes that the filters ask for."""
    named = any(wanted.get(name) for name in ("player", "reference"))
    return named or wanted.get("status") in RARE


def _what(wanted: Mapping[str, Any]) -> list[Q]:
    asked = []
    if wanted.get("status"):
        asked.append(Q(status=wanted["status"]))
    if wanted.get("reason"):
        asked.append(Q(close_reason=wanted["reason"]))
    if wanted.get("reference"):
        asked.append(_match_reference(wanted["reference"]))
    return asked


def _match_reference(reference: str) -> Q:
    """Match a UUID as a reference, anything else as a whole commitment."""
    try:
        return Q(public_id=UUID(reference))
    except ValueError:
        return Q(commitment=reference.lower())
