"""Staff actions at a live table.

Closing a table or a box is a switch (`tables.services`); cancelling a deal takes two people
(`casino.incidents`).
"""

from django.db import transaction

from accounts.models.users import User
from accounts.roles.services import require
from accounts.roles.values import Right
from accounts.values.reasons import require_reason
from casino.live.refusals import SeatNotTaken
from casino.live.selectors.time import database_now
from casino.live.services.seats import is_playing, prepare_seats_update
from casino.live.services.waiting_list import hold_free_boxes
from casino.models import Place, Seat
from casino.services.locks import lock_clock
from internals.compiled_queries import write_rows
from journal.models import EventKind
from journal.services.recording import record


@transaction.atomic
def free_seat(place: Place, box: int, *, acting_user: User, reason: str) -> None:
    """Free a seat: at once, or after the deal if its player has a bet or round on the table.

    Raises `NotPermitted`, `ReasonMissing`, `SeatNotTaken`.
    """
    require(acting_user, Right.SWITCH_TABLES)
    reason = require_reason(reason)
    clock, now = lock_clock(place.pk), database_now()
    seats = Seat.objects.select_related("participant__player")
    seat = seats.filter(place=place, box=box).first()
    if seat is None:
        raise SeatNotTaken
    if is_playing(clock, seat.participant.player):
        seat.leaves = True
        seat.save(update_fields=["leaves"])
    else:
        seat.delete()
        hold_free_boxes(clock, now)
    write_rows(prepare_seats_update(clock, now))
    data = {"player": seat.participant.player_id, "table": clock.place.table.slug, "box": box}
    record(
        EventKind.SEAT_FREED,
        actor=acting_user.pk,
        subject=f"table {clock.place.table.slug}",
        data={**data, "reason": reason},
    )
