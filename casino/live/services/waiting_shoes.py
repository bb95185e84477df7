"""Shoes of a live table that waits for bets: replaced once they are over."""

from django.db import transaction

from casino.fairness.services.shoes import renew_ended_shoes
from casino.live.selectors.wagers import open_wagers
from casino.models import Clock
from casino.selectors.places import load_visible_shoes
from casino.services.alarms import reports_alarms
from casino.services.clocks import prepare_version_update
from casino.services.locks import lock_clock
from internals.compiled_queries import write_rows


def renew_waiting_shoes(place: int) -> None:
    """Replace shoes that are over at a table that waits for bets. Two queries if none is over.

    Runs in a transaction of its own: money that was returned before stays returned.
    """
    clock = Clock.objects.select_related("place__table__version").get(place=place)
    if clock.phase == Clock.Phase.WAITING and any(
        shoe.is_over for shoe in load_visible_shoes(clock.place)
    ):
        _renew(place)


@reports_alarms
@transaction.atomic
def _renew(place: int) -> None:
    clock = lock_clock(place)
    if clock.phase == Clock.Phase.WAITING and not open_wagers(clock.place):
        renew_ended_shoes(clock.place)
        write_rows(prepare_version_update(clock))
