"""Seed exchanges of live tables' deals."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Count, Max

from blackjack.exchange import Exchange
from casino.fairness.selectors.closed_shoes import public_tables
from casino.models import Place, SeatSeal, SeedExchange, Shoe
from internals.compiled_queries import ModelQuery, attach_rows
from pages.names import select_name
from tables.models import Table

_RUNNING: Final = ModelQuery[SeedExchange](
    lambda place: SeedExchange.objects.filter(
        place=place, status__in=(SeedExchange.Status.SEALING, SeedExchange.Status.OPENING)
    ).select_related("shoe"),
    int,
)
_SEALS: Final = ModelQuery[SeatSeal](
    lambda exchange: (
        SeatSeal.objects.filter(exchange=exchange)
        .select_related("wager__participant")
        .order_by("box")
    ),
    int,
)


def build_exchange(row: SeedExchange) -> Exchange:
    """Convert an exchange to the library's, with seals and openings. One query; none with seals prefetched."""
    seals = list(row.seals.all())
    return Exchange(
        seals={one.box: one.seal for one in seals if one.seal},
        plain=[one.box for one in seals if not one.seal],
        openings={one.box: one.seat_seed for one in seals if one.seat_seed is not None},
        failed=[one.box for one in seals if one.seat_seed is None],
    )


def exchanges_by_nonce(shoe: Shoe) -> dict[int, list[SeedExchange]]:
    """Listed exchanges of a shoe with their seals, by attempt. Two queries; none at a private place."""
    found: dict[int, list[SeedExchange]] = {}
    if not shoe.place.is_live:
        return found
    rows = shoe.exchanges.filter(listed_at__isnull=False).prefetch_related("seals")
    for one in rows.order_by("nonce", "attempt"):
        found.setdefault(one.nonce, []).append(one)
    return found


def running_exchange(place: Place) -> SeedExchange | None:
    """The exchange that is being sealed or opened, with its seals and their players. Two queries."""
    found = _RUNNING.first(place.pk)
    if found is not None:
        found.place = place
        attach_rows(found, "seals", _SEALS.all(found.pk))
    return found


@dataclass(frozen=True, slots=True)
class AbortedExchanges:
    """Number of aborted exchanges of a live table since it opened, and the time of the last one."""

    table: str
    count: int
    last: datetime | None


def aborted_exchanges() -> list[AbortedExchanges]:
    """Aborted exchanges of each public live table, by name. Two queries; the second uses a partial index."""
    tables = public_tables().filter(kind=Table.Kind.LIVE).values_list("pk", select_name())
    aborted = SeedExchange.objects.filter(status=SeedExchange.Status.ABORTED)
    by_table = aborted.values("place__table").annotate(count=Count("pk"), last=Max("ended_at"))
    found = {one["place__table"]: (one["count"], one["last"]) for one in by_table}
    return [AbortedExchanges(name, *found.get(pk, (0, None))) for pk, name in tables]
