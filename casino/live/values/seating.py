"""When a seat of a live table becomes free (docs/live.md)."""

from datetime import datetime, timedelta
from typing import Final

IDLE_DEALS: Final = 3
"""Deals without a bet, after which a seat becomes free."""

IDLE_DEALS_WAITED: Final = 1
"""The same while somebody waits for a seat."""

UNSEEN: Final = timedelta(minutes=2)
"""A player who has not been seen for so long between deals loses the seat."""

HELD: Final = timedelta(seconds=20)
"""How long a free box is held for the first of the waiting list."""

DEALS_TO_MISS: Final = 3
"""Deals that a seat sits out after a seed that was not opened."""

FAILURES_A_DAY: Final = 3
"""Seeds not opened within a day, after which a player only watches for a day."""

WATCHES: Final = timedelta(days=1)

AWAY: Final = timedelta(seconds=45)
"""A player who has not been seen for so long is shown as away. Pages that are looked at ask every twenty seconds."""

SEEN_EVERY: Final = timedelta(seconds=10)
"""How often it is noted at most that a player looks at the table."""


def is_worth_noting(seen_at: datetime | None, now: datetime) -> bool:
    """Whether it is noted again that the player looks at the table."""
    return seen_at is None or seen_at <= now - SEEN_EVERY


def is_away(seen_at: datetime | None, now: datetime) -> bool:
    """Whether a player who was seen last at this moment is not at the table any more."""
    return seen_at is None or seen_at < now - AWAY


def is_unseen(seen_at: datetime | None, now: datetime) -> bool:
    """Whether a player who was seen last at this moment loses the seat between deals."""
    return seen_at is None or seen_at < now - UNSEEN
