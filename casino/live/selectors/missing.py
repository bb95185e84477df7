"""Deals that a seat still sits out after a seed that was not opened."""

from datetime import datetime, timedelta
from typing import Final

from casino.models import Clock, Participant

IDLE_AFTER: Final = timedelta(seconds=20)
"""After waiting this long for a bet, a table lets players bet who sit out; otherwise it might never deal again."""


def count_deals_to_miss(participant: Participant, clock: Clock, now: datetime) -> int:
    """Number of deals that go on without this player; 0 if the table has waited for a bet for `IDLE_AFTER`."""
    waits = clock.phase == Clock.Phase.WAITING and now - clock.since >= IDLE_AFTER
    return 0 if waits else participant.deals_to_miss
