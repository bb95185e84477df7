"""Client seed of a player at a live table: random until the player chooses one."""

from django.db import transaction

from accounts.models.users import User
from casino.fairness.services.seeds import client_seed_from_form
from casino.fairness.services.shoes import new_client_seed
from casino.live.refusals import NotSeated
from casino.live.services.seats import is_playing
from casino.models import Participant, Place
from casino.refusals import Conflict
from casino.services.locks import lock_clock


@transaction.atomic
def choose_seed(player: User, place: Place, typed: str | None) -> Participant:
    """Set the client seed for later bets; None makes a random one.

    Raises `SeedRefused`, `NotSeated`, or `Conflict` while a bet or round of the player is on the table.
    """
    chosen = new_client_seed() if typed is None else client_seed_from_form(typed)
    clock = lock_clock(place.pk)
    participant = Participant.objects.filter(
        place=place, player=player, seats__isnull=False
    ).first()
    if participant is None:
        raise NotSeated
    if is_playing(clock, player):
        raise Conflict
    participant.client_seed = chosen
    participant.save(update_fields=["client_seed"])
    return participant
