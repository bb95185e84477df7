"""Seats of a live table: take, leave, and free between deals.

Functions that take a `Clock` expect the caller to hold its lock.
"""

from collections.abc import Collection
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from accounts.models.users import User
from casino.fairness.services.shoes import new_client_seed
from casino.live.refusals import (
    BoxTaken,
    BoxUnavailable,
    MixedAccountsRefused,
    NotSeated,
    TooManyBoxes,
)
from casino.live.selectors.time import database_now
from casino.live.services.waiting_list import hold_free_boxes, move_waiting_list
from casino.live.values.seating import IDLE_DEALS, IDLE_DEALS_WAITED, SEEN_EVERY, is_unseen
from casino.models import Clock, Participant, Place, Seat, Wager, WaitingPlayer
from casino.services.clocks import prepare_version_update
from casino.services.locks import lock_clock
from internals.compiled_queries import CompiledRow, prepare_update, write_rows


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
    seat = Seat.objects.create(place=clock.place, participant=participant, box=box, taken_at=now)
    WaitingPlayer.objects.filter(player=player).delete()
    write_rows(prepare_version_update(clock))
    return seat


def check_account_kinds(player: User, place: Place) -> None:
    """Raise `MixedAccountsRefused` if test accounts and real players would share the table."""
    others = Seat.objects.filter(place=place).exclude(participant__player=player)
    if others.exclude(participant__player__is_test_account=player.is_test_account).exists():
        raise MixedAccountsRefused


def join_table(player: User, place: Place, now: datetime) -> Participant:
    """Get or create the player's participant at a live table, seen now."""
    seed = {"client_seed": new_client_seed(), "seen_at": now}
    participant, is_new = Participant.objects.get_or_create(
        place=place, player=player, defaults=seed
    )
    participant.place, participant.player = place, player
    if not is_new:
        participant.seen_at = now
        participant.save(update_fields=["seen_at"])
    return participant


def mark_player_seen(player: User, place: Place) -> None:
    """Record that the player looks at the table. One statement, which writes once in ten seconds at most."""
    now = timezone.now()
    here = Participant.objects.filter(player=player, place=place)
    here.exclude(seen_at__gt=now - SEEN_EVERY).update(seen_at=now)


@transaction.atomic
def leave_seats(player: User, place: Place) -> None:
    """Leave the table: at once, or after the deal if the player has a bet or round on it. Raises `NotSeated`."""
    clock = lock_clock(place.pk)
    seats = Seat.objects.filter(place=place, participant__player=player)
    if not seats.exists():
        raise NotSeated
    if is_playing(clock, player):
        seats.update(leaves=True)
    else:
        seats.delete()
        hold_free_boxes(clock, database_now())
    write_rows(prepare_version_update(clock))


def settle_seats(clock: Clock, engaged: Collection[int], now: datetime) -> None:
    """After a deal, free the seats that are left, idle or unseen, and extra boxes while another player waits.

    `engaged` are the participants who played or could not bet: their seats are not idle.
    """
    place = clock.place
    waited = place.waiting.exists()
    most = IDLE_DEALS_WAITED if waited else IDLE_DEALS
    kept: dict[int, int] = {}
    counted: list[CompiledRow] = []
    for seat in place.seats.select_related("participant").order_by("box"):
        before = seat.idle_deals
        seat.idle_deals = 0 if seat.participant_id in engaged else before + 1
        held = kept.get(seat.participant_id, 0)
        if seat.leaves or seat.idle_deals >= most or _is_unseen(seat, now) or (waited and held):
            seat.delete()
            continue
        kept[seat.participant_id] = held + 1
        if seat.is_ready or seat.idle_deals != before:
            seat.is_ready = False
            counted.append(prepare_update(seat, "idle_deals", "is_ready"))
    if counted:
        write_rows(*counted)
    hold_free_boxes(clock, now)


def free_left_seats(clock: Clock, now: datetime) -> None:
    """Free the seats to be left after a deal that ended before its first card, and move the waiting list up."""
    clock.place.seats.filter(leaves=True).delete()
    move_waiting_list(clock, now)


@transaction.atomic
def free_unseen_seats(place: Place) -> None:
    """Free seats without a bet whose players have not been seen for a while, unless a deal runs."""
    clock, now = lock_clock(place.pk), database_now()
    if clock.deal_id is not None:
        return
    unseen = [
        seat
        for seat in clock.place.seats.select_related("participant")
        if _is_unseen(seat, now) and not seat.participant.wagers.filter(end=Wager.End.OPEN).exists()
    ]
    for seat in unseen:
        seat.delete()
    if unseen:
        hold_free_boxes(clock, now)
        write_rows(prepare_version_update(clock))


def _is_unseen(seat: Seat, now: datetime) -> bool:
    return is_unseen(seat.participant.seen_at, now)


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
