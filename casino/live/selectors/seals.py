"""The exchanges of seeds of a deal, as the library checks them."""

from blackjack.exchange import Exchange
from casino import models


def exchange_of(row: models.SeedExchange) -> Exchange:
    """An exchange with its list and what was opened. One query."""
    seals = list(row.seals.all())
    return Exchange(
        seals={one.box: one.seal for one in seals if one.seal},
        plain=[one.box for one in seals if not one.seal],
        openings={one.box: one.seat_seed for one in seals if one.seat_seed is not None},
        failed=[one.box for one in seals if one.seat_seed is None],
    )


def running_exchange(place: models.Place) -> models.SeedExchange | None:
    """The exchange that is being sealed or opened. One query."""
    running = (models.SeedExchange.Status.SEALING, models.SeedExchange.Status.OPENING)
    return place.exchanges.filter(status__in=running).first()
