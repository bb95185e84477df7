"""The weekly blind sample: players just below a threshold, and random ones, put into the queue like all others."""

import secrets
from collections.abc import Sequence
from datetime import date, timedelta
from typing import Final

from django.db import connection, transaction
from django.utils import timezone

from detection.models import BlindSample, Flag, LatestOutcome, PlayerDay
from detection.selectors.nearness import measure_nearness
from detection.selectors.thresholds import find_thresholds
from signals.catalogue import SIGNALS
from signals.definition import Family, SignalScope

SIZE: Final = 10
"""Players of each kind in a week."""

NOT_AGAIN: Final = timedelta(days=90)
"""A player is not sampled twice within this time."""

_CANDIDATES: Final = 2_000
_HIDDEN: Final = frozenset({Family.MONEY, Family.PROTECTION})  # analysts of fraud may not see these
_LOCK: Final = 7433  # advisory lock: one draw at a time


@transaction.atomic
def draw_sample() -> int:
    """Draw this week's sample, once. Returns the number of players drawn. Takes an advisory lock."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
    week = _find_monday(timezone.now().date())
    if BlindSample.objects.filter(week=week).exists():
        return 0
    taken = set(Flag.objects.filter(state=Flag.State.CURRENT).values_list("player", flat=True))
    recent = BlindSample.objects.filter(week__gt=week - NOT_AGAIN)
    taken |= set(recent.values_list("player", flat=True))
    near = dict(_find_near(taken))
    others = [one for one in _find_active(week) if one not in taken and one not in near]
    rows = [
        BlindSample(week=week, player_id=player, why=BlindSample.Why.NEAR, signal=signal)
        for player, signal in near.items()
    ]
    rows += [
        BlindSample(week=week, player_id=player, why=BlindSample.Why.RANDOM)
        for player in _choose(others)
    ]
    secrets.SystemRandom().shuffle(rows)  # their order says nothing
    return len(BlindSample.objects.bulk_create(rows, ignore_conflicts=True))


def _find_monday(day: date) -> date:
    return day - timedelta(days=day.weekday())


def _find_near(taken: set[int]) -> list[tuple[int, str]]:
    """Return the unflagged players nearest to a threshold, each once, with the signal."""
    found: list[tuple[float, int, str]] = []
    for signal in SIGNALS.values():
        if signal.scope is not SignalScope.PLAYER or signal.family in _HIDDEN:
            continue
        thresholds = find_thresholds(signal).values
        rows = LatestOutcome.objects.filter(signal=signal.id, status="below").order_by("-at", "pk")
        for row in rows.exclude(player__in=taken)[:_CANDIDATES]:
            share = measure_nearness(row.figures, thresholds)
            if share is not None:
                found.append((share, row.player_id, signal.id))
    nearest: dict[int, str] = {}
    for _share, player, signal_id in sorted(found, reverse=True):
        nearest.setdefault(player, signal_id)
    return list(nearest.items())[:SIZE]


def _find_active(week: date) -> list[int]:
    """Return the players of the last week."""
    days = PlayerDay.objects.filter(day__gte=week - timedelta(days=7))
    return sorted(days.values_list("player", flat=True).distinct())


def _choose(players: Sequence[int]) -> list[int]:
    return secrets.SystemRandom().sample(players, min(SIZE, len(players)))
