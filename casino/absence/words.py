"""A player who may not play any more, with a hand in play: how long it waits for them, and what the table says of it."""

from datetime import datetime, timedelta
from typing import Final

from django.db.models import OuterRef, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models.users import State, StateChange, User
from casino.models import Round
from casino.play.services.offers import Means
from pages.moments import moment_text

# Whoever may not play any more has a day to finish; the house plays before it is over.
BARRED_FOR: Final = timedelta(hours=23)
BARRED: Final = (
    State.LOCKED,
    State.SUSPENDED,
    State.SELF_EXCLUDED,
    State.OPERATOR_EXCLUDED,
    State.CLOSED,
)
_AT_THE_LATEST: Final = gettext_lazy(
    "Play this hand to its end, without new money. If you leave it, the house does that after %(at)s."
)


def barred_lately(now: datetime) -> QuerySet[StateChange]:
    """For a query about rounds: the change that took its player's play away, where it is young."""
    return _barring().filter(user=OuterRef("player"), at__gt=now - BARRED_FOR)


def _barring() -> QuerySet[StateChange]:
    """Changes that take play away; a later one of the same sort takes nothing more."""
    return StateChange.objects.filter(to_state__in=BARRED).exclude(from_state__in=BARRED)


def last_hand(round_: Round, means: Means) -> str:
    """What whoever may put in no new money reads over the hand in play; nothing for anybody else.

    A query for whoever has lost all play, not for one who may only not play for real money now.
    """
    if means.barred is None:
        return ""
    at = _house_plays_at(round_, means.player)
    if at is None:
        then = _("Play this hand to its end, without new money.")
    else:
        when = {"at": moment_text(at, _("j M Y, H:i"))}
        then = _AT_THE_LATEST % when
    return f"{means.barred.message} {then}"


def _house_plays_at(round_: Round, player: User) -> datetime | None:
    """When the house plays it at the latest: as the rules say of every round that is left, or before a day without play is over."""
    times = [round_.house_plays_at] if round_.house_plays_at else []
    if player.state in BARRED:
        barring = _barring().filter(user=player).order_by("-id").first()
        times += [barring.at + BARRED_FOR] if barring else []
    return min(times, default=None)
