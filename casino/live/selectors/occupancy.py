"""Occupancy of live tables."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Count

from casino.live.selectors.time import database_now
from casino.live.values.seating import SEAT_LOST_AFTER
from casino.models import Seat
from tables.models import Table


@dataclass(frozen=True, slots=True)
class Occupancy:
    """Free boxes and seated players of a live table."""

    free: int
    players: int


def load_occupancy(tables: Iterable[Table]) -> dict[int, Occupancy]:
    """Occupancy by table; seats of players who are gone count as free. Two queries; none without a live table."""
    live = [table for table in tables if table.is_live]
    if not live:
        return {}
    taken = Seat.objects.filter(
        place__table__in=live, participant__seen_at__gt=database_now() - SEAT_LOST_AFTER
    )
    counted = taken.values("place__table").annotate(
        boxes=Count("pk"), players=Count("participant", distinct=True)
    )
    found = {row["place__table"]: row for row in counted.order_by()}
    return {table.pk: _occupancy(table, found.get(table.pk)) for table in live}


def _occupancy(table: Table, row: Mapping[str, Any] | None) -> Occupancy:
    usable = table.version.rules.seats - len(table.stopped_boxes)
    if row is None:
        return Occupancy(usable, 0)
    return Occupancy(max(usable - row["boxes"], 0), row["players"])
