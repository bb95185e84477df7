"""Questions about a player's own breaks from play."""

from dataclasses import dataclass
from datetime import datetime

from accounts.models import User
from accounts.player_models import Restriction
from accounts.reasons import OwnReason
from accounts.selectors import counting


@dataclass(frozen=True, slots=True)
class Break:
    """What keeps a player from play by the player's own wish; `until` None: without an end."""

    until: datetime | None
    is_time_out: bool


def present_break(player: User) -> Break | None:
    """The longest one that counts now. One query."""
    own = counting(player.pk).filter(kind=Restriction.Kind.SELF_EXCLUDED)
    rows = list(own)
    if not rows:
        return None
    longest = max(rows, key=lambda one: (one.until is None, one.until or one.at))
    return Break(longest.until, longest.reason == OwnReason.TIME_OUT.value)
