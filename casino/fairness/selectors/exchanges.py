"""The exchanges of seeds of a live table's deals, as the library checks them."""

from blackjack.exchange import Exchange
from casino.models import Place, SeedExchange, Shoe


def exchange_of(row: SeedExchange) -> Exchange:
    """An exchange with its list and what was opened. One query, none where its seals are loaded."""
    seals = list(row.seals.all())
    return Exchange(
        seals={one.box: one.seal for one in seals if one.seal},
        plain=[one.box for one in seals if not one.seal],
        openings={one.box: one.seat_seed for one in seals if one.seat_seed is not None},
        failed=[one.box for one in seals if one.seat_seed is None],
    )


def exchanges_by_nonce(shoe: Shoe) -> dict[int, list[SeedExchange]]:
    """The listed exchanges of a shoe with their seals, in their order. None at a private place; else two queries."""
    found: dict[int, list[SeedExchange]] = {}
    if not shoe.place.is_live:
        return found
    rows = shoe.exchanges.filter(listed_at__isnull=False).prefetch_related("seals")
    for one in rows.order_by("nonce", "attempt"):
        found.setdefault(one.nonce, []).append(one)
    return found


def running_exchange(place: Place) -> SeedExchange | None:
    """The exchange that is being sealed or opened. One query."""
    running = (SeedExchange.Status.SEALING, SeedExchange.Status.OPENING)
    return place.exchanges.filter(status__in=running).first()
