"""Players with a running round who may no longer play."""

from datetime import datetime, timedelta
from typing import Final

from django.db.models import OuterRef, QuerySet

from accounts.models.users import StateChange, User
from accounts.restrictions.selectors.eligibility import BARRED
from casino.models import Round

# Whoever may not play any more has a day to finish; the house plays before it is over.
BARRED_FOR: Final = timedelta(hours=23)


def _barring() -> QuerySet[StateChange]:
    """State changes that bar a player. A change between two barring states is skipped."""
    return StateChange.objects.filter(to_state__in=BARRED).exclude(from_state__in=BARRED)


def barred_lately(now: datetime) -> QuerySet[StateChange]:
    """Subquery for rounds: the recent state change that barred the round's player."""
    return _barring().filter(user=OuterRef("player"), at__gt=now - BARRED_FOR)


def house_plays_at(round_: Round, player: User) -> datetime | None:
    """The latest time at which the house plays: after the rules' wait, or 23 hours after the player was barred."""
    times = [round_.house_plays_at] if round_.house_plays_at else []
    if player.state in BARRED:
        barring = _barring().filter(user=player).order_by("-id").first()
        times += [barring.at + BARRED_FOR] if barring else []
    return min(times, default=None)
