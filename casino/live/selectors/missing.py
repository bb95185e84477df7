"""How many deals a seat still sits out after a seed that was not opened."""

from datetime import datetime, timedelta
from typing import Final

from casino.models import Clock, Participant

STANDS_STILL: Final = timedelta(seconds=20)
"""A table that has waited for a bet for so long: whoever sits out may bet again, else it might never be dealt at."""


def deals_to_miss(participant: Participant, clock: Clock, now: datetime) -> int:
    """The deals that go on without this player; 0 where the table stands still."""
    waits = clock.phase == Clock.Phase.WAITING and now - clock.since >= STANDS_STILL
    return 0 if waits else participant.deals_to_miss
