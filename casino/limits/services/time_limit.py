"""Time limits of a player, own or set by the house: checked at every bet, and shown beside the clock.

The limit applies to the next bet; a hand in play may be finished. Time with play money counts too.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from accounts.models.users import User
from accounts.protection.values import format_duration
from limits.refusals import LimitReached
from limits.selectors.time_played import find_least_time_left
from limits.values import Limits, WindowLimit


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """The time limit with the least time left, and that time."""

    limit: WindowLimit
    left: timedelta

    @property
    def words(self) -> str:
        """The time left in hours, minutes and seconds."""
        return format_duration(self.left)

    @property
    def refusal(self) -> str:
        """Reason why no bet is taken; "" while time is left."""
        if self.left:
            return ""
        told = {
            "time": format_duration(timedelta(seconds=self.limit.amount)),
            "period": self.limit.period.label,
        }
        if self.limit.by_house:
            return _("You have played the %(time)s that the house allows you in %(period)s.") % told
        return _("You have played the %(time)s that you allow yourself in %(period)s.") % told


def find_time_left(player: User, limits: Limits, now: datetime) -> TimeLeft | None:
    """The player's least time left; None without a limit. One query; none without a limit."""
    found = find_least_time_left(player.pk, limits, now)
    return TimeLeft(*found) if found is not None else None


def check_time(player: User, limits: Limits, now: datetime) -> None:
    """Raise `LimitReached` if a time limit is used up."""
    left = find_time_left(player, limits, now)
    if left is not None and left.refusal:
        raise LimitReached(left.limit, left.refusal)
