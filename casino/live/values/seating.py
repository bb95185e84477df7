"""When a seat of a live table becomes free (docs/live.md)."""

from datetime import timedelta
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
