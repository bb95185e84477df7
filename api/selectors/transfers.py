"""Filters of the ledger's transfers."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Q, QuerySet

from pages.moments import time_range_filters
from wallet.archive.selectors.entries import find_transfers_of_player
from wallet.ledger.models import Entry, Transfer


def filter_transfers(wanted: Mapping[str, Any]) -> QuerySet[Transfer, Transfer]:
    """Return the transfers by time, kind, player and round, unordered."""
    found = Transfer.objects.filter(*time_range_filters("created_at", wanted))
    for name, field in (("kind", "kind"), ("round", "round_id")):
        if wanted.get(name):
            found = found.filter(**{field: wanted[name]})
    if wanted.get("player"):
        # transfers have no index of their own by player; the entries of an account do
        own = Entry.objects.filter(account__player=wanted["player"])
        archived = find_transfers_of_player(
            wanted["player"], wanted.get("since"), wanted.get("until")
        )
        numbers = Q(pk__in=own.values("transfer"))
        if archived:
            numbers |= Q(pk__in=archived)
        found = found.filter(numbers, player=wanted["player"])
    return found
