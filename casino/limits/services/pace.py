"""The checks of a table's hours and of its pace: time between rounds, hands of a minute and of a day."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from django.utils.formats import time_format
from django.utils.translation import gettext as _, gettext_lazy

from casino.limits.selectors.pace import Pace, Paces
from casino.limits.services.bets import name_owner
from casino.refusals import BetRefused, TooFast
from journal.selectors.gaming_days import local_time, operator_zone
from tables.models import LimitSet, Table
from tables.selectors.limits import Whose, limiting

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

_AT_THIS_TABLE: Final[Mapping[str, StrPromise]] = {
    "hands_per_day": gettext_lazy("You have played this table's %(n)d hands for one day."),
    "hands_per_minute": gettext_lazy(
        "This table deals %(n)d hands a minute. Please wait a moment."
    ),
    "seconds_between_rounds": gettext_lazy(
        "Rounds at this table are at least %(n)d seconds apart. Please wait a moment."
    ),
}
_AT_ALL_TABLES: Final[Mapping[str, StrPromise]] = {
    "hands_per_day": gettext_lazy("At all tables together you may play %(n)d hands a day."),
    "hands_per_minute": gettext_lazy(
        "At all tables together you are dealt %(n)d hands a minute. Please wait a moment."
    ),
    "seconds_between_rounds": gettext_lazy(
        "At all tables your rounds are at least %(n)d seconds apart. Please wait a moment."
    ),
}


"""Of a place, and of all places of its player together where real money is played for."""


def check_hours(table: Table, now: datetime) -> None:
    """Raise the refusal of a bet outside the table's hours."""
    if (refusal := refused_by_hours(table, now)) is not None:
        raise refusal


def refused_by_hours(table: Table, now: datetime) -> BetRefused | None:
    """The refusal outside the table's hours (operator's zone, may span midnight); None while it is open."""
    if table.opens is None or table.closes is None:
        return None
    hour = local_time(now).time()
    if table.opens < table.closes:
        is_open = table.opens <= hour < table.closes
    else:
        is_open = hour >= table.opens or hour < table.closes
    if is_open:
        return None
    hours = {
        "opens": time_format(table.opens, "H:i"),
        "closes": time_format(table.closes, "H:i"),
        "zone": operator_zone(now).key,
    }
    return BetRefused(
        _("This table is open from %(opens)s to %(closes)s (%(zone)s).") % hours, code="table_hours"
    )


def check_pace(
    table: Table, paces: Paces, sets: Iterable[LimitSet], hands: int, now: datetime
) -> None:
    """Check the time since the last round, and hands per minute and day including this bet. Each box is a hand.

    The table's own limits are of what this place was dealt; those of the house and of the player, `sets`, of what the player
    was dealt at all tables of real money.
    """
    here, anywhere = paces
    for whose, limits in limiting(table, sets):
        pace = here if whose is Whose.TABLE else anywhere
        _check(pace, limits, whose, hands, now)


def _check(
    pace: Pace, limits: Mapping[str, int | None], whose: Whose, hands: int, now: datetime
) -> None:
    per_day, per_minute = limits["hands_per_day"], limits["hands_per_minute"]
    pause = limits["min_seconds_between_rounds"]
    if per_day is not None and pace.day + hands > per_day:
        raise _too_fast("hands_per_day", whose, per_day)
    if per_minute is not None and pace.minute + hands > per_minute:
        raise _too_fast("hands_per_minute", whose, per_minute)
    if pause and pace.last is not None and now - pace.last < timedelta(seconds=pause):
        raise _too_fast("seconds_between_rounds", whose, pause)


def _too_fast(code: str, whose: Whose, limit: int) -> TooFast:
    words = _AT_THIS_TABLE if whose is Whose.TABLE else _AT_ALL_TABLES
    return TooFast(name_owner(words[code] % {"n": limit}, whose), code=code)
