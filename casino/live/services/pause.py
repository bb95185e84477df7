"""The pause after a deal: a seat may say that it is ready, and where all are, the pause ends early."""

from datetime import datetime

from django.db import transaction

from accounts.models.users import User
from casino.live.refusals import NoPause, NotSeated
from casino.live.selectors.time import database_now
from casino.live.selectors.wagers import open_wagers
from casino.live.services.bell import awaited_seats
from casino.live.services.waiting_list import hold_free_boxes
from casino.models import Clock, Place, Seat
from casino.services.clocks import set_phase, show_change
from casino.services.locks import lock_clock
from casino.values.clocks import betting_seconds
from internals.compiled_queries import write
from tables.models import Table


def say_ready(player: User, place: Place) -> None:
    """Be ready for the next deal without a bet yet. Idempotent. Raises `NotSeated`, or `NoPause` outside the pause."""
    with transaction.atomic():
        clock = lock_clock(place.pk)
        seats = Seat.objects.filter(place=place, participant__player=player)
        if not seats.exists():
            raise NotSeated
        if clock.phase != Clock.Phase.INTERMISSION:
            raise NoPause
        if seats.filter(is_ready=False).update(is_ready=True):
            write(show_change(clock))
    end_pause_when_ready(place.pk)


@transaction.atomic
def end_pause_when_ready(place: int) -> bool:
    """End the pause where every seat that is present has said that it is ready, or has bet. Returns whether it ended."""
    clock = lock_clock(place)
    if clock.phase != Clock.Phase.INTERMISSION:
        return False
    betting = {wager.participant_id for wager in open_wagers(clock.place)}
    seats = list(awaited_seats(clock))
    if not seats or any(not (one.is_ready or one.participant_id in betting) for one in seats):
        return False
    begin_betting(clock, database_now())
    return True


def begin_betting(clock: Clock, now: datetime) -> None:
    """After the pause: bets that were placed in it start the betting clock; without one the table waits."""
    clock.place.seats.filter(is_ready=True).update(is_ready=False)
    if clock.place.table.status == Table.Status.OPEN:
        hold_free_boxes(clock, now)
    else:
        clock.place.waiting.all().delete()
    if open_wagers(clock.place):
        seconds = betting_seconds(clock.place.table.version.rules)
        write(set_phase(clock, Clock.Phase.BETTING, now, seconds))
    else:
        write(set_phase(clock, Clock.Phase.WAITING, now, None))
