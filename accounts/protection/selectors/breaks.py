"""A player's own break from play."""

from dataclasses import dataclass, field
from datetime import datetime

from django.utils import timezone

from accounts.models.restrictions import Restriction
from accounts.models.users import User
from accounts.restrictions.selectors.active_restrictions import find_active, own_break
from accounts.values.reasons import OwnReason


@dataclass(frozen=True, slots=True)
class Break:
    """Time-out or self-exclusion chosen by the player; `until` None: without an end.

    `returns_from` is the time from which the player may ask to come back, None: not before its end; `return_hours` is how
    long that takes. `is_returning`: the player has asked, and `until` is when it ends.
    """

    until: datetime | None
    is_time_out: bool
    returns_from: datetime | None = field(default=None, compare=False)
    return_hours: int = field(default=0, compare=False)
    is_returning: bool = False

    @property
    def may_return(self) -> bool:
        """True if the player may ask to come back now."""
        asked_from = None if self.is_returning else self.returns_from
        return asked_from is not None and asked_from <= timezone.now()


def load_current_break(player: User) -> Break | None:
    """Return the player's longest active break; None without one. Two queries at most."""
    longest = own_break(player.pk)
    if longest is None:
        return None
    return Break(
        find_end(longest),
        longest.reason == OwnReason.TIME_OUT.value,
        longest.returns_from,
        longest.return_hours,
        hasattr(longest, "returning"),
    )


def find_end(exclusion: Restriction) -> datetime | None:
    """Return when a break ends: by the player's wish, if that is under way, or by its date."""
    return exclusion.returning.ends_at if hasattr(exclusion, "returning") else exclusion.until


def find_returnable(player_id: int) -> list[Restriction]:
    """Return the player's active self-exclusions from which they may come back by asking. One query."""
    own = find_active(player_id).filter(
        kind=Restriction.Kind.SELF_EXCLUDED, returns_from__lte=timezone.now()
    )
    return list(own.select_related("returning"))
