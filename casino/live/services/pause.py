"""The time before the bell: seats may be ready early, and the table goes on at once if nobody is awaited."""

from datetime import datetime

from django.db import transaction

from accounts.models.users import User
from casino.live.refusals import NoPause, NotSeated
from casino.live.selectors.readiness import load_readiness
from casino.live.selectors.time import database_now
from casino.live.selectors.wagers import open_wagers
from casino.live.services.bell import ring_bell
from casino.live.services.ending import settle_cancelled_deal
from casino.live.services.waiting_list import move_waiting_list
from casino.models import Clock, Place, Seat
from casino.services.alarms import reports_alarms
from casino.services.clocks import prepare_version_update, set_phase
from casino.services.locks import lock_clock
from casino.values.clocks import betting_seconds
from internals.compiled_queries import write_rows


def mark_ready(player: User, place: Place) -> None:
    """Mark the player ready for the next deal. Idempotent. Raises `NotSeated`, or `NoPause` outside the pause."""
    with transaction.atomic():
        clock = lock_clock(place.pk)
        seats = Seat.objects.filter(place=place, participant__player=player)
        if not seats.exists():
            raise NotSeated
        if clock.phase != Clock.Phase.INTERMISSION:
            raise NoPause
        if seats.filter(is_ready=False).update(is_ready=True):
            write_rows(prepare_version_update(clock))
    advance_when_ready(place.pk)


@reports_alarms
@transaction.atomic
def advance_when_ready(place: int) -> bool:
    """Ring the bell or end the pause early if no seat is awaited any more. Returns whether it went on.

    The bell rings, also in the pause, if every awaited seat has bet; the pause ends if each has bet or is
    ready. Runs in a transaction of its own: money of others may return.
    """
    clock, now = lock_clock(place), database_now()
    readiness = load_readiness(clock, now)
    if readiness.all_bet:
        ring_bell(clock, now)
    elif readiness.all_ready:
        begin_betting(clock, now)
    return readiness.ends_phase


def begin_betting(clock: Clock, now: datetime) -> None:
    """End the pause: bets placed in it start the betting clock, or ring the bell if nobody else is awaited.

    Without any bet, the table waits. After a cancelled deal this is also the end of that deal.
    """
    settle_cancelled_deal(clock, now)
    clock.place.seats.filter(is_ready=True).update(is_ready=False)
    move_waiting_list(clock, now)
    if load_readiness(clock, now).all_bet:
        ring_bell(clock, now)
    elif open_wagers(clock.place):
        seconds = betting_seconds(clock.place.table.version.rules)
        write_rows(set_phase(clock, Clock.Phase.BETTING, now, seconds))
    else:
        write_rows(set_phase(clock, Clock.Phase.WAITING, now, None))
