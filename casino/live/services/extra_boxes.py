"""Boxes that players with several give up while another player waits for a seat."""

from collections.abc import Iterable

from casino.models import Clock, Participant, Seat, Wager
from internals.compiled_queries import prepare_update, write_rows


def release_unbet_boxes(clock: Clock) -> bool:
    """Between deals, free all boxes but the lowest of each player who has not bet. Returns whether any became free."""
    if clock.deal_id is not None:
        return False
    betting = clock.place.participants.filter(wagers__end=Wager.End.OPEN)
    seats = clock.place.seats.exclude(participant__in=betting).select_related("participant")
    return bool(release_extra_boxes(seats.order_by("box")))


def release_extra_boxes(seats: Iterable[Seat]) -> list[Seat]:
    """Free all of these seats, ascending by box, but the first of each player. Returns those that became free.

    They are noted for the player's page.
    """
    kept: set[int] = set()
    freed: list[Seat] = []
    for seat in seats:
        if seat.participant_id in kept:
            freed.append(seat)
        kept.add(seat.participant_id)
    losers: dict[int, Participant] = {}
    for seat in freed:
        loser = losers.setdefault(seat.participant_id, seat.participant)
        loser.boxes_given_up = [*loser.boxes_given_up, seat.box]
        seat.delete()
    if losers:
        write_rows(*(prepare_update(one, "boxes_given_up") for one in losers.values()))
    return freed
