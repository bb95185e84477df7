"""Seating rules of a live table: idle, unseen, away and missed deals (docs/live.md)."""

from datetime import datetime, timedelta
from typing import Final

IDLE_DEALS: Final = 3
"""Deals without a bet after which a seat is freed."""

IDLE_DEALS_WAITED: Final = 1
"""Deals without a bet after which a seat is freed while the waiting list is not empty."""

SEAT_LOST_AFTER: Final = timedelta(minutes=2)
"""A player not seen for this long between deals loses the seat."""

BOX_HELD_FOR: Final = timedelta(seconds=20)
"""Time for which a free box is held for the first player of the waiting list."""

DEALS_SAT_OUT: Final = 3
"""Deals that a seat sits out after its seed was not opened."""

FAILURES_A_DAY: Final = 3
"""Unopened seeds within a day after which a player may only watch for a day."""

WATCH_ONLY_FOR: Final = timedelta(days=1)

AWAY_AFTER: Final = timedelta(seconds=45)
"""A player not seen for this long is shown as away. Visible pages send a request every twenty seconds."""

LAST_SEEN_INTERVAL: Final = timedelta(seconds=10)
"""Minimum interval between two updates of a player's last-seen time."""


def is_sighting_due(seen_at: datetime | None, now: datetime) -> bool:
    """Return whether to record again that the player looks at the table."""
    return seen_at is None or seen_at <= now - LAST_SEEN_INTERVAL


def is_away(seen_at: datetime | None, now: datetime) -> bool:
    """Return whether a player last seen at this time counts as away."""
    return seen_at is None or seen_at < now - AWAY_AFTER


def is_unseen(seen_at: datetime | None, now: datetime) -> bool:
    """Return whether a player last seen at this time loses the seat between deals."""
    return seen_at is None or seen_at < now - SEAT_LOST_AFTER
