"""Waiting list of a full table: first come, first seated."""

from datetime import datetime

from django.db import transaction

from accounts.models.users import User
from casino.live.refusals import WaitingUnnecessary, WaitsElsewhere
from casino.live.selectors.presence import waits_unseen
from casino.live.selectors.time import database_now
from casino.live.services.extra_boxes import release_unbet_boxes
from casino.live.services.participants import join_table
from casino.live.values.seating import BOX_HELD_FOR
from casino.models import Clock, Place, Seat, WaitingPlayer
from casino.services.clocks import prepare_version_update
from casino.services.locks import lock_clock
from internals.compiled_queries import write_rows
from tables.models import Table


@transaction.atomic
def join_waiting_list(player: User, place: Place) -> WaitingPlayer:
    """Join the waiting list of a full table; a player waits at one table. Idempotent. Raises a `Refusal`.

    Whoever has several boxes gives up all but one from the next deal on: between deals, boxes without a bet at
    once; the others when the deal is over (`settle_seats`).
    """
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
    join_table(player, clock.place, now)
    made = WaitingPlayer.objects.create(player=player, place=place, since=now)
    if release_unbet_boxes(clock):
        hold_free_boxes(clock, now)
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


def move_waiting_list(clock: Clock, now: datetime) -> bool:
    """Hold free boxes for waiting players; clear the list of a closed table. Returns whether the list changed."""
    if clock.place.table.status == Table.Status.OPEN:
        return hold_free_boxes(clock, now)
    gone, _ = clock.place.waiting.all().delete()
    return bool(gone)


def hold_free_boxes(clock: Clock, now: datetime) -> bool:
    """Hold each free box for the next player of the list. Returns whether the list changed.

    An expired hold sends its player to the end of the list; who has not been seen for as long as costs a seat
    leaves it.
    """
    place = clock.place
    if not place.waiting.exists():
        return False
    left, _ = place.waiting.filter(waits_unseen(now)).delete()
    late = list(place.waiting.filter(held_until__lte=now))
    for one in late:
        one.box = one.held_until = None
        one.since = now
        one.save(update_fields=["box", "held_until", "since"])
    unserved = place.waiting.filter(box__isnull=True).order_by("since", "pk")
    held = list(zip(free_boxes(place, now), unserved, strict=False))
    for box, waiting in held:
        waiting.box, waiting.held_until = box, now + BOX_HELD_FOR
        waiting.save(update_fields=["box", "held_until"])
    return bool(left or late or held)


def free_boxes(place: Place, now: datetime) -> list[int]:
    """Boxes that are not taken, held or stopped, ascending."""
    rules, stopped = place.table.version.rules, place.table.stopped_boxes
    taken = set(Seat.objects.filter(place=place).values_list("box", flat=True))
    held = set(place.waiting.filter(held_until__gt=now).values_list("box", flat=True))
    return [box for box in range(1, rules.seats + 1) if box not in taken | held | set(stopped)]


def _is_seated(player: User, place: Place) -> bool:
    return Seat.objects.filter(place=place, participant__player=player).exists()
