"""Waiting list of a full table: first come, first seated."""

from datetime import datetime

from django.db import transaction

from accounts.models.users import User
from casino.live.refusals import WaitingUnnecessary, WaitsElsewhere
from casino.live.selectors.time import database_now
from casino.live.values.seating import HELD
from casino.models import Clock, Place, Seat, WaitingPlayer
from casino.services.clocks import prepare_version_update
from casino.services.locks import lock_clock
from internals.compiled_queries import write_rows
from tables.models import Table


@transaction.atomic
def join_waiting_list(player: User, place: Place) -> WaitingPlayer:
    """Join the waiting list of a full table; a player waits at one table. Idempotent. Raises a `Refusal`."""
    clock, now = lock_clock(place.pk), database_now()
    waiting = WaitingPlayer.objects.select_related("place__table")
    present = waiting.filter(player=player).first()
    if present is not None and present.place_id == place.pk:
        return present
    if present is not None and present.place.table.status == Table.Status.OPEN:
        raise WaitsElsewhere
    if free_boxes(clock.place, now) or _is_seated(player, place):
        raise WaitingUnnecessary
    WaitingPlayer.objects.filter(player=player).delete()
    made = WaitingPlayer.objects.create(player=player, place=place, since=now)
    write_rows(prepare_version_update(clock))
    return made


@transaction.atomic
def leave_waiting_list(player: User, place: Place) -> None:
    """Leave the waiting list. Idempotent."""
    clock = lock_clock(place.pk)
    gone, _ = WaitingPlayer.objects.filter(player=player, place=place).delete()
    if gone:
        hold_free_boxes(clock, database_now())
        write_rows(prepare_version_update(clock))


def move_waiting_list(clock: Clock, now: datetime) -> None:
    """Hold free boxes for waiting players between deals; clear the list of a closed table."""
    if clock.place.table.status == Table.Status.OPEN:
        hold_free_boxes(clock, now)
    else:
        clock.place.waiting.all().delete()


def hold_free_boxes(clock: Clock, now: datetime) -> None:
    """Hold each free box for the next player of the list; an expired hold sends its player to the end."""
    place = clock.place
    for late in place.waiting.filter(held_until__lte=now):
        late.box = late.held_until = None
        late.since = now
        late.save(update_fields=["box", "held_until", "since"])
    unserved = place.waiting.filter(box__isnull=True).order_by("since", "pk")
    for box, waiting in zip(free_boxes(place, now), unserved, strict=False):
        waiting.box, waiting.held_until = box, now + HELD
        waiting.save(update_fields=["box", "held_until"])


def free_boxes(place: Place, now: datetime) -> list[int]:
    """Boxes that are not taken, held or stopped, ascending."""
    rules, stopped = place.table.version.rules, place.table.stopped_boxes
    taken = set(Seat.objects.filter(place=place).values_list("box", flat=True))
    held = set(place.waiting.filter(held_until__gt=now).values_list("box", flat=True))
    return [box for box in range(1, rules.seats + 1) if box not in taken | held | set(stopped)]


def _is_seated(player: User, place: Place) -> bool:
    return Seat.objects.filter(place=place, participant__player=player).exists()
