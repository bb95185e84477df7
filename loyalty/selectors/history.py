"""History of a player's points and tiers."""

from collections.abc import Sequence
from typing import Final

from django.db.models import F, QuerySet

from loyalty.models.points import PointsEntry
from loyalty.models.tiers import TierChange
from loyalty.values.worth import calculate_worth
from wallet.ledger.selectors.round_numbers import RoundNumber
from wallet.money.values import Money
from wallet.rates.selectors import rates

CHANGES: Final = 10


def price_points(whole: int, redemption: int, currencies: Sequence[str]) -> list[Money]:
    """Return the value of points in each currency that has a rate. One query, none for USD alone."""
    quotes = rates.latest_rates(currencies)
    return [
        calculate_worth(whole, redemption, code, quotes[code].rate).money
        for code in currencies
        if code in quotes
    ]


def find_entries(player_id: int, kind: str = "") -> QuerySet[PointsEntry]:
    """Return a player's entries of all kinds or one, unordered, with the round's number and the amount paid for redeemed points."""
    entries = PointsEntry.objects.filter(player=player_id, **({"kind": kind} if kind else {}))
    numbered = entries.annotate(round_number=RoundNumber("loyalty_entry.round_id"))
    return numbered.select_related("redemption")


def load_tier_changes(player_id: int) -> list[TierChange]:
    """Return a player's latest moves to a tier of another name, newest first. One query."""
    moved = TierChange.objects.filter(player=player_id).exclude(from_tier__name=F("tier__name"))
    return list(moved.select_related("tier").order_by("-at", "-pk")[:CHANGES])
