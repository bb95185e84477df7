"""Checks of a table's opening hours and of the pace: time between rounds, hands per minute and day."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from math import ceil
from typing import TYPE_CHECKING, Final

from django.utils.formats import time_format
from django.utils.translation import gettext as _, gettext_lazy

from casino.limits.selectors.pace import DAY, MINUTE, Pace, Paces
from casino.limits.services.bets import append_limit_owner
from casino.refusals import BetRefused, TooFast
from journal.selectors.gaming_days import local_time, operator_zone
from limits.values import EffectiveLimit, LimitScope
from tables.models import Table
from tables.selectors.limits import list_effective_limits

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

_AT_THIS_TABLE: Final[Mapping[str, StrPromise]] = {
    "hands_per_day": gettext_lazy("You have played this table's %(n)d hands for one day."),
    "hands_per_minute": gettext_lazy(
        "This table deals %(n)d hands a minute. Please wait a moment."
    ),
    "seconds_between_rounds": gettext_lazy(
        "Wait at least %(n)d seconds between rounds at this table."
    ),
}
_AT_ALL_TABLES: Final[Mapping[str, StrPromise]] = {
    "hands_per_day": gettext_lazy("You can play %(n)d hands a day at all tables together."),
    "hands_per_minute": gettext_lazy(
        "You can play %(n)d hands a minute at all tables together. Please wait a moment."
    ),
    "seconds_between_rounds": gettext_lazy(
        "Wait at least %(n)d seconds between rounds, at all tables."
    ),
}


def check_hours(table: Table, now: datetime) -> None:
    """Raise `BetRefused` outside the table's opening hours."""
    if (refusal := find_hours_refusal(table, now)) is not None:
        raise refusal


def find_hours_refusal(table: Table, now: datetime) -> BetRefused | None:
    """Refusal of a bet outside the table's hours (operator's zone, may span midnight); None while it is open."""
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
    table: Table, paces: Paces, limits: Iterable[EffectiveLimit], hands: int, now: datetime
) -> None:
    """Check the time since the last round, and hands per minute and day including this bet. Each box is a hand.

    The table's own limits, and all at a play-money table, count the hands dealt to the player here. Those of
    jurisdiction, house and player, `limits`, count the hands at all real-money tables. Raises `TooFast`.
    """
    here, anywhere = paces
    # the day's limit sorts before the minute's: a player who used up the day is not told to wait a minute
    for limit in sorted(list_effective_limits(table, limits), key=lambda one: one.kind):
        is_here = limit.scope is LimitScope.TABLE or table.is_play_money
        pace = here if is_here else anywhere
        if _is_exceeded(limit, pace, hands, now):
            raise _too_fast(limit, _seconds_to_wait(limit, pace, now), is_here=is_here)


def _is_exceeded(limit: EffectiveLimit, pace: Pace, hands: int, now: datetime) -> bool:
    if limit.kind == "hands_per_day":
        return pace.day + hands > limit.amount
    if limit.kind == "hands_per_minute":
        return pace.minute + hands > limit.amount
    if limit.kind == "min_seconds_between_rounds" and limit.amount and pace.last is not None:
        return now - pace.last < timedelta(seconds=limit.amount)
    return False


def _seconds_to_wait(limit: EffectiveLimit, pace: Pace, now: datetime) -> int:
    """Return the seconds until the limit may allow a bet: until the first hand that counts no longer does."""
    begins, lasts = {
        "hands_per_day": (pace.first_of_day, DAY),
        "hands_per_minute": (pace.first_of_minute, MINUTE),
        "min_seconds_between_rounds": (pace.last, timedelta(seconds=limit.amount)),
    }[limit.kind]
    return ceil(((begins or now) + lasts - now).total_seconds())


def _too_fast(limit: EffectiveLimit, retry_after: int, *, is_here: bool) -> TooFast:
    words = _AT_THIS_TABLE if is_here else _AT_ALL_TABLES
    code = limit.kind.removeprefix("min_")
    text = append_limit_owner(words[code] % {"n": limit.amount}, limit.scope)
    return TooFast(limit, text, code=code, retry_after=retry_after)
