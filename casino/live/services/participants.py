"""Participants of live tables: players who have a seat there, a bet, or a place on the waiting list."""

from datetime import datetime

from accounts.models.users import User
from casino.fairness.services.shoes import new_client_seed
from casino.models import Participant, Place


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
