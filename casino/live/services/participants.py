"""Participants of live tables: players who have a seat there, a bet, or a place on the waiting list."""

from datetime import datetime
from typing import Final

from accounts.models.users import User
from casino.fairness.services.shoes import new_client_seed
from casino.models import Participant, Place
from internals.compiled_queries import ModelQuery, prepare_update, write_rows

_PRESENT: Final = ModelQuery[Participant](
    lambda place, player: Participant.objects.filter(place=place, player=player), int, int
)


def join_table(player: User, place: Place, now: datetime) -> Participant:
    """Get or create the player's participant at a live table, seen now."""
    participant = _PRESENT.first(place.pk, player.pk)
    if participant is None:
        seed = {"client_seed": new_client_seed(), "seen_at": now}
        participant, _is_new = Participant.objects.get_or_create(
            place=place, player=player, defaults=seed
        )
    participant.place, participant.player = place, player
    if participant.seen_at != now:
        participant.seen_at = now
        write_rows(prepare_update(participant, "seen_at"))
    return participant
