"""The time before the bell: seats may be ready early, and the table goes on at once if nobody is awaited."""

from datetime import datetime
from typing import Final

from django.db import transaction

from accounts.models.users import User
from casino.live.refusals import NoPause, NotSeated
from casino.live.selectors.missing import count_deals_to_miss
from casino.live.selectors.time import database_now
from casino.live.selectors.wagers import open_wagers
from casino.live.services.bell import ring_bell
from casino.live.services.waiting_list import move_waiting_list
from casino.live.values.seating import is_away
from casino.models import Clock, Place, Seat
from casino.services.alarms import reports_alarms
from casino.services.clocks import prepare_version_update, set_phase
from casino.services.locks import lock_clock
from casino.values.clocks import betting_seconds
from internals.compiled_queries import write_rows

_MAY_END_EARLY: Final = (Clock.Phase.BETTING, Clock.Phase.INTERMISSION)


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
    ready. If the table takes bets behind, the betting clock runs to its end: followers need the time after
    the seats' bets. Runs in a transaction of its own: money of others may return.
    """
    clock = lock_clock(place)
    if clock.phase not in _MAY_END_EARLY:
        return False
    betting = {wager.participant_id for wager in open_wagers(clock.place)}
    awaited = _awaited_seats(clock)
    waiting = [seat for seat in awaited if seat.participant_id not in betting]
    if betting and not waiting and clock.place.table.version.rules.bettors_per_seat == 1:
        ring_bell(clock, database_now())
        return True
    is_pause = clock.phase == Clock.Phase.INTERMISSION
    if is_pause and awaited and all(seat.is_ready for seat in waiting):
        begin_betting(clock, database_now())
        return True
    return False


def _awaited_seats(clock: Clock) -> list[Seat]:
    """Seats whose players are present and neither sit out, leave nor miss the deal."""
    now = database_now()
    seats = list(Seat.objects.filter(place=clock.place_id).select_related("participant"))
    return [
        seat for seat in seats if not (seat.sits_out or seat.leaves or _misses(seat, clock, now))
    ]


def _misses(seat: Seat, clock: Clock, now: datetime) -> bool:
    """True if the player is away, only watches today, or sits out deals."""
    participant = seat.participant
    watches = participant.watches_until is not None and participant.watches_until > now
    sits_out = count_deals_to_miss(participant, clock, now) > 0
    return watches or sits_out or is_away(participant.seen_at, now)


def begin_betting(clock: Clock, now: datetime) -> None:
    """End the pause: bets placed in it start the betting clock; without any, the table waits."""
    clock.place.seats.filter(is_ready=True).update(is_ready=False)
    move_waiting_list(clock, now)
    if open_wagers(clock.place):
        seconds = betting_seconds(clock.place.table.version.rules)
        write_rows(set_phase(clock, Clock.Phase.BETTING, now, seconds))
    else:
        write_rows(set_phase(clock, Clock.Phase.WAITING, now, None))
