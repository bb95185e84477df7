"""Assignment of the tiers in force to players, slice by slice."""

from typing import Final

from django.db import connection

from loyalty.selectors.points import last_player
from loyalty.selectors.tiers import is_refresh_due

SLICE: Final = 500


def refresh_tier(player_id: int) -> None:
    """Assign the tier for a player's points."""
    _refreshed(player_id, player_id)


def refresh_tiers() -> int:
    """Assign every player's tier, one transaction per slice. Return the number of changes."""
    last, changed = last_player(), 0
    for first in range(1, last + 1, SLICE):
        changed += _refreshed(first, first + SLICE - 1)
    return changed


def refresh_if_due() -> int:
    """Refresh if players have no tier or one of another set than the one in force. Return the number of changes."""
    if not is_refresh_due():
        return 0
    return refresh_tiers()


def _refreshed(first: int, last: int) -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT public.loyalty_assign_tiers(%s, %s)", [first, last])
        return int(cursor.fetchall()[0][0])
