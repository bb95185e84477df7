"""Seats of a live table: take, leave, and free between deals.

Functions that take a `Clock` expect the caller to hold its lock.
"""

from collections.abc import Collection
from datetime import datetime
from functools import partial
from typing import Any, Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models.users import User
from casino.live.refusals import (
    BoxTaken,
    BoxUnavailable,
    MixedAccountsRefused,
    NotSeated,
    TooManyBoxes,
)
from casino.live.selectors.presence import gone_seats, seats_to_update, was_house_up
from casino.live.selectors.readiness import load_readiness
from casino.live.selectors.time import database_now
from casino.live.services.extra_boxes import release_extra_boxes
from casino.live.services.participants import join_table
from casino.live.services.waiting_list import hold_free_boxes, move_waiting_list
from casino.live.values.seating import IDLE_DEALS, IDLE_DEALS_WAITED, LAST_SEEN_INTERVAL, is_unseen
from casino.models import Clock, Participant, Place, Seat, WaitingPlayer
from casino.services.clocks import end_phase, prepare_version_update
from casino.services.locks import lock_clock
from internals.compiled_queries import CompiledRow, ValuesQuery, prepare_update, write_rows


def _others(place: int, player: int, *, are_tests: bool) -> QuerySet[Any, Any]:
    """A seat of another player with a test account, or with a real one."""
    others = Seat.objects.filter(place=place).exclude(participant__player=player)
    return others.filter(participant__player__is_test_account=are_tests).values("pk")[:1]


_OTHERS: Final = {
    are_tests: ValuesQuery(partial(_others, are_tests=are_tests), int, int)
    for are_tests in (False, True)
}


@transaction.atomic
def take_seat(player: User, place: Place, box: int) -> Seat:
    """Take a free box, to bet on from the next deal on. Idempotent. Raises a `Refusal`."""
    clock, now = lock_clock(place.pk), database_now()
    rules = clock.place.table.version.rules
    if not 1 <= box <= rules.seats or box in clock.place.table.stopped_boxes:
        raise BoxUnavailable
    participant = join_table(player, clock.place, now)
    present = Seat.objects.filter(place=clock.place, box=box).first()
    if present is not None and present.participant_id == participant.pk:
        return present
    hold_free_boxes(clock, now)  # an expired hold no longer counts
    if present is not None or _is_held_for_another(clock.place, box, player, now):
        raise BoxTaken
    check_account_kinds(player, clock.place)
    if participant.seats.count() >= _most_boxes(clock.place, rules.boxes_per_player):
        raise TooManyBoxes
    return _seat(clock, participant, box, now)


def _seat(clock: Clock, participant: Participant, box: int, now: datetime) -> Seat:
    seat = Seat.objects.create(place=clock.place, participant=participant, box=box, taken_at=now)
    WaitingPlayer.objects.filter(player=participant.player_id).delete()
    participant.boxes_given_up = []
    write_rows(prepare_update(participant, "boxes_given_up"), prepare_version_update(clock))
    return seat


def check_account_kinds(player: User, place: Place) -> None:
    """Raise `MixedAccountsRefused` if test accounts and real players would share the table."""
    if _OTHERS[not player.is_test_account].first(place.pk, player.pk) is not None:
        raise MixedAccountsRefused


def mark_player_seen(player: User, place: Place) -> None:
    """Record that the player looks at the table. One statement, which writes once in ten seconds at most."""
    now = timezone.now()
    here = Participant.objects.filter(player=player, place=place)
    here.exclude(seen_at__gt=now - LAST_SEEN_INTERVAL).update(seen_at=now)


def record_sighting(participant: Participant) -> None:
    """Record that a participant looks at the table. One statement; none for a player who only watches."""
    if participant.pk is not None:
        participant.seen_at = timezone.now()
        write_rows(prepare_update(participant, "seen_at"))


@transaction.atomic
def leave_seats(player: User, place: Place) -> None:
    """Leave the table: at once, or after the deal if the player has a bet or round on it. Raises `NotSeated`."""
    clock, now = lock_clock(place.pk), database_now()
    seats = Seat.objects.filter(place=place, participant__player=player)
    if not seats.exists():
        raise NotSeated
    if is_playing(clock, player):
        seats.update(leaves=True)
    else:
        seats.delete()
        hold_free_boxes(clock, now)
    write_rows(prepare_seats_update(clock, now))


def prepare_seats_update(clock: Clock, now: datetime) -> CompiledRow:
    """Raise the version after a change of seats. If nobody is awaited any more, the phase ends as well.

    Returns the row to write.
    """
    readiness = load_readiness(clock, now)
    if readiness.ends_phase:
        return end_phase(clock, now)
    return prepare_version_update(clock)


def settle_seats(clock: Clock, engaged: Collection[int], now: datetime) -> None:
    """After a deal, free the seats that are left, idle or unseen, and extra boxes while another player waits.

    `engaged` are the participants who played or could not bet: their seats are not idle.
    """
    waited = clock.place.waiting.exists()
    most = IDLE_DEALS_WAITED if waited else IDLE_DEALS
    seats = list(clock.place.seats.select_related("participant").order_by("box"))
    counted, gone = _count_deal(seats, engaged), _unseen_seats(seats, now)
    freed = [one for one in seats if one.leaves or one.idle_deals >= most or one.pk in gone]
    kept = [seat for seat in seats if seat not in freed]
    for seat in freed:
        seat.delete()
    if waited:
        freed += release_extra_boxes(kept)
    changed = [seat for seat in counted if seat not in freed]
    if changed:
        write_rows(*(prepare_update(seat, "idle_deals", "is_ready") for seat in changed))
    hold_free_boxes(clock, now)


def _count_deal(seats: Collection[Seat], engaged: Collection[int]) -> list[Seat]:
    """Count a deal without a bet at each seat that was not engaged. Returns the seats that changed."""
    changed = []
    for seat in seats:
        before = (seat.idle_deals, seat.is_ready)
        seat.idle_deals = 0 if seat.participant_id in engaged else seat.idle_deals + 1
        seat.is_ready = False
        if before != (seat.idle_deals, seat.is_ready):
            changed.append(seat)
    return changed


def free_left_seats(clock: Clock, now: datetime) -> None:
    """Free the seats to be left after a deal that ended before its first card, and move the waiting list up."""
    clock.place.seats.filter(leaves=True).delete()
    move_waiting_list(clock, now)


@transaction.atomic
def free_unseen_seats(place: Place) -> None:
    """Free seats without a bet whose players have not been seen for a while, unless a deal runs."""
    if not gone_seats(place, database_now()).exists():
        return
    clock, now = lock_clock(place.pk), database_now()
    if free_gone_seats(clock, now):
        hold_free_boxes(clock, now)
        write_rows(prepare_version_update(clock))


def free_gone_seats(clock: Clock, now: datetime) -> bool:
    """Free the seats of players who have not been seen for a while. Returns whether there were any."""
    gone, _ = gone_seats(clock.place, now).delete()
    return bool(gone)


def mark_presence(clock: Clock, now: datetime) -> bool:
    """Mark the seats whose players are newly away or back. Returns whether there were any."""
    changed = list(seats_to_update(clock.place, now))
    for seat in changed:
        seat.is_away = not seat.is_away
    if changed:
        write_rows(*(prepare_update(seat, "is_away") for seat in changed))
    return bool(changed)


def _unseen_seats(seats: Collection[Seat], now: datetime) -> set[int]:
    """Ids of seats whose players were not seen for a while, unless the house was down meanwhile."""
    unseen = {seat.pk for seat in seats if is_unseen(seat.participant.seen_at, now)}
    return unseen if unseen and was_house_up(now) else set()


def _most_boxes(place: Place, allowed: int) -> int:
    """One box for each player while another waits."""
    return 1 if place.waiting.exists() else allowed


def _is_held_for_another(place: Place, box: int, player: User, now: datetime) -> bool:
    held = place.waiting.filter(box=box, held_until__gt=now)
    return held.exclude(player=player).exists()


def is_playing(clock: Clock, player: User) -> bool:
    """Return whether a bet or a round of this player is on the table."""
    return (
        clock.place.rounds.filter(player=player, status="in_progress").exists()
        or clock.place.participants.filter(player=player, wagers__end="").exists()
    )
