"""The public list of closed shoes, by table, day, shoe or commitment: whose they were is not in it.

It reads along the index of closed shoes by time; nothing is counted.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db.models import Q, QuerySet

from casino.models import Shoe
from pages.places import ByTime
from tables.models import Table

PAGE: Final = 25
ORDER: Final = ByTime("closed_at")
_SHOWN: Final = (
    *("public_id", "status", "commitment", "server_seed"),
    *("announced_at", "opened_at", "closed_at", "rounds_dealt", "sitting__table__name"),
)


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which shoes: None is all. They closed from `since` until just before `until`."""

    table: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    shoe: UUID | None = None
    commitment: str | None = None


def public_tables() -> QuerySet[Table]:
    """The tables that may have closed shoes: all but those that were only proposed."""
    unseen = (Table.Status.PROPOSED, Table.Status.REFUSED)
    return Table.objects.exclude(status__in=unseen).order_by("name")


def public_shoes(wanted: Wanted) -> QuerySet[Shoe]:
    """Closed shoes with commitment, revealed seed and times, and those given up, that are wanted; in no order."""
    over = Shoe.objects.filter(status__in=[Shoe.Status.CLOSED, Shoe.Status.LOST])
    return over.filter(*_asked(wanted)).select_related("sitting__table").only(*_SHOWN)


def _asked(wanted: Wanted) -> list[Q]:
    asked = {
        "sitting__table__slug": wanted.table,
        "closed_at__gte": wanted.since,
        "closed_at__lt": wanted.until,
        "public_id": wanted.shoe,
        "commitment": wanted.commitment,
    }
    return [Q((name, value)) for name, value in asked.items() if value is not None]
