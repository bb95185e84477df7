"""A player's own break from play."""

from dataclasses import dataclass
from datetime import datetime

from accounts.models.users import User
from accounts.restrictions.selectors.active_restrictions import own_break
from accounts.values.reasons import OwnReason


@dataclass(frozen=True, slots=True)
class Break:
    """Time-out or self-exclusion chosen by the player; `until` None: without an end."""

    until: datetime | None
    is_time_out: bool


def load_current_break(player: User) -> Break | None:
    """Return the player's longest active break; None without one. One query."""
    longest = own_break(player.pk)
    if longest is None:
        return None
    return Break(longest.until, longest.reason == OwnReason.TIME_OUT.value)
