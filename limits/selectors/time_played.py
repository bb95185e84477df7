"""Time a player was signed in: the union of visits on all devices over rolling windows.

A visit is seen once a minute, so its last minute counts whole, unless its end is known: signed out, or signed in
elsewhere. Results for windows that end within the same minute may be equal.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Q

from accounts.models.visits import LAST_SEEN_INTERVAL, Visit
from limits.values import LENGTH, LimitKind, LimitPeriod, Limits, WindowLimit, limits_on

Span = tuple[datetime, datetime]
_ENDED: Final = (Visit.End.SIGNED_OUT, Visit.End.ELSEWHERE)
"""Ends that are known to the second."""


def time_played(player_id: int, now: datetime) -> Mapping[LimitPeriod, timedelta]:
    """Return the time played in each window up to `now`, all in UTC. One query."""
    since = now - LENGTH[LimitPeriod.MONTH]
    visits = Visit.objects.filter(
        Q(ended_at__isnull=True) | Q(ended_at__gt=since - LAST_SEEN_INTERVAL),
        player=player_id,
        begun_at__lt=now,
    )
    rows = visits.values_list("begun_at", "seen_at", "ended_at", "ended")
    spans = merge_spans((begun, min(_end(seen, at, how), now)) for begun, seen, at, how in rows)
    return {period: sum_spans_since(spans, now - LENGTH[period]) for period in LimitPeriod}


def merge_spans(spans: Iterable[Span]) -> list[Span]:
    """Merge overlapping spans."""
    found: list[Span] = []
    for begun, ended in sorted(spans):
        if found and begun <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], ended))
        else:
            found.append((begun, ended))
    return found


def sum_spans_since(spans: Iterable[Span], since: datetime) -> timedelta:
    """Return the total length of the spans after `since`."""
    parts = (ended - max(begun, since) for begun, ended in spans if ended > since)
    return sum(parts, timedelta())


def find_least_time_left(
    player_id: int, limits: Limits, now: datetime
) -> tuple[WindowLimit, timedelta] | None:
    """Return the time limit with the least time left, and that time, never negative. One query, none without a time limit."""
    mine = limits_on(limits, LimitKind.TIME)
    if not mine:
        return None
    played = time_played(player_id, now)
    left = {
        limit.period: timedelta(seconds=limit.amount) - played[LimitPeriod(limit.period)]
        for limit in mine
    }
    lowest = min(mine, key=lambda limit: left[limit.period])
    return lowest, max(left[lowest.period], timedelta())


def _end(seen: datetime, ended_at: datetime | None, ended: str) -> datetime:
    return ended_at if ended_at is not None and ended in _ENDED else seen + LAST_SEEN_INTERVAL
