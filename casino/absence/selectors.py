"""Players with a running round who may no longer play."""

from datetime import datetime, timedelta
from typing import Final

from django.db.models import OuterRef, QuerySet

from accounts.models.users import StateChange, User
from accounts.restrictions.selectors.eligibility import BARRED
from casino.models import Round

# A barred player has a day to finish a running hand; the house plays it before that day ends.
BARRED_FOR: Final = timedelta(hours=23)


def _barring() -> QuerySet[StateChange]:
    """State changes that bar a player, except changes between two barring states."""
    return StateChange.objects.filter(to_state__in=BARRED).exclude(from_state__in=BARRED)


def select_recent_bar(now: datetime) -> QuerySet[StateChange]:
    """Subquery for rounds: the state change that barred the round's player within the last 23 hours."""
    return _barring().filter(user=OuterRef("player"), at__gt=now - BARRED_FOR)


def find_house_play_time(round_: Round, player: User) -> datetime | None:
    """Return when the house plays the round; None if never.

    The earlier of the end of the rules' wait and 23 hours after the player was barred. One query for a barred
    player, else none.
    """
    times = [round_.house_plays_at] if round_.house_plays_at else []
    if player.state in BARRED:
        barring = _barring().filter(user=player).order_by("-id").first()
        times += [barring.at + BARRED_FOR] if barring else []
    return min(times, default=None)
