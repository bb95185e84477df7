"""How many deals a seat still sits out after a seed that was not opened."""

from collections.abc import Iterable

from casino.models import Participant, Seat


def deals_to_miss(participant: Participant, seats: Iterable[Seat]) -> int:
    """The deals that go on without this player; 0 where nobody else of these seats could bet, so that a table never stands still for it."""
    others = (seat for seat in seats if seat.participant_id != participant.pk)
    can_others_bet = any(not (seat.sits_out or seat.participant.deals_to_miss) for seat in others)
    return participant.deals_to_miss if can_others_bet else 0
