"""Current play at each table."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import Count, Q, Sum

from casino.live.selectors.occupancy import Occupancy, load_occupancy
from casino.models import Round
from reports.values.filters import Filters
from tables.models import Table
from wallet.money.values import BASE_CURRENCY, PLAY_MONEY, Money

PLAYS_NOW: Final = timedelta(minutes=10)
"""Players who started a round within this time are playing now."""
LAST: Final = timedelta(hours=1)
_NOBODY: Final[Mapping[str, Any]] = {"players": 0, "rounds": 0, "staked": 0}


@dataclass(frozen=True, slots=True)
class TableNow:
    """Players now, and rounds and real-money stakes begun in the last hour."""

    players: int
    rounds: int
    staked: Money


def load_figures(tables: Iterable[Table], chosen: Filters, now: datetime) -> Mapping[int, TableNow]:
    """Return current play by table id, seated players of live tables included. Three queries, one without a live table."""
    tables = list(tables)
    seated = load_occupancy(tables)
    begun = Round.objects.filter(started_at__gt=now - LAST, started_at__lte=now)
    rows = begun.filter(**chosen.of_rounds()).values("place__table").order_by()
    found: dict[int, Mapping[str, Any]] = {
        row["place__table"]: row
        for row in rows.annotate(
            rounds=Count("pk"),
            staked=Sum("staked_usd", filter=~Q(currency=PLAY_MONEY), default=0),
            players=Count("player", distinct=True, filter=Q(started_at__gt=now - PLAYS_NOW)),
        )
    }
    return {
        table.pk: _of_table(found.get(table.pk, _NOBODY), seated.get(table.pk)) for table in tables
    }


def _of_table(row: Mapping[str, Any], seated: Occupancy | None) -> TableNow:
    players = max(row["players"], seated.players if seated else 0)
    return TableNow(players, row["rounds"], Money(int(row["staked"]), BASE_CURRENCY))
