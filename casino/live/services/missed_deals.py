"""Deals that a seat sits out after a seed that was not opened. Every deal of the table counts, also a cancelled one."""

from collections.abc import Collection

from casino.models import Place, SeatSeal, SeedExchange
from internals.compiled_queries import prepare_update, write_rows


def count_missed_deal(
    place: Place, shoe: int, nonce: int, unsealed: Collection[int] = ()
) -> set[int]:
    """Count a deal for every participant who sits out. Returns the ids of all who sit out.

    It does not count for those who failed in its own exchange: who opened nothing, or are among the
    `unsealed`.
    """
    barred = list(place.participants.filter(deals_to_miss__gt=0))
    failed = {*unsealed, *(_unopened(shoe, nonce) if barred else ())}
    counted = [participant for participant in barred if participant.pk not in failed]
    for participant in counted:
        participant.deals_to_miss -= 1
    if counted:
        write_rows(*(prepare_update(participant, "deals_to_miss") for participant in counted))
    return {participant.pk for participant in barred}


def _unopened(shoe: int, nonce: int) -> set[int]:
    """Participants who did not open in an exchange of this deal."""
    seals = SeatSeal.objects.filter(
        exchange__shoe=shoe,
        exchange__nonce=nonce,
        exchange__status=SeedExchange.Status.ABORTED,
        seat_seed=None,
    )
    return set(seals.values_list("wager__participant", flat=True))
