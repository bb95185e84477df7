"""Points, entries, and sums over time."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final
from uuid import UUID

from django.db.models import Max, Sum

from loyalty.models.points import PointsAccount, PointsEntry

SOON: Final = timedelta(days=30)
COUNTED = (PointsEntry.Kind.EARNED, PointsEntry.Kind.REVERSED, PointsEntry.Kind.RESTORED)
"""Entries that count for a player's tier, whatever was spent; the same as in `sql/tiers.sql`, which a test checks."""


@dataclass(frozen=True, slots=True)
class Points:
    """A player's points and points owed, in hundredths; zero without an account."""

    balance: int = 0
    debt: int = 0


@dataclass(frozen=True, slots=True)
class EarnedPoints:
    """Points that a round earned, how many remain, and the day."""

    earned: int
    stands: int
    day: date


def load_points(player_id: int) -> Points:
    """Return a player's points. One query."""
    return points_by_player([player_id]).get(player_id, Points())


def points_by_player(players: Collection[int]) -> dict[int, Points]:
    """Return the points of these players; players without an account are left out. One query."""
    rows = PointsAccount.objects.filter(player__in=players).values_list("player", "balance", "debt")
    return {player: Points(balance, debt) for player, balance, debt in rows}


def load_earned_points(
    rounds: Collection[UUID], players: Collection[int]
) -> dict[UUID, EarnedPoints]:
    """Return the points that these rounds of these players earned; rounds without points are left out. Two queries."""
    of_them = PointsEntry.objects.filter(player__in=players, round_id__in=rounds)
    changed = of_them.filter(case_id__isnull=False, kind__in=COUNTED).order_by()
    since = dict(changed.values_list("round_id").annotate(units=Sum("hundredths")))
    earned = of_them.filter(kind=PointsEntry.Kind.EARNED)
    return {
        round_id: EarnedPoints(units, units + int(since.get(round_id, 0)), day)
        for round_id, units, day in earned.values_list("round_id", "hundredths", "earned_on")
        if round_id is not None
    }


def sum_earned_by_player(players: Collection[int], since: date) -> dict[int, int]:
    """Return the points that these players earned after a day. One query."""
    entries = PointsEntry.objects.filter(player__in=players, earned_on__gt=since, kind__in=COUNTED)
    rows = entries.order_by().values_list("player").annotate(units=Sum("hundredths"))
    return {player: int(units) for player, units in rows}


def last_player() -> int:
    """Return the highest number of a player with points; 0 if there is none."""
    return int(PointsAccount.objects.aggregate(last=Max("player"))["last"] or 0)


@dataclass(frozen=True, slots=True)
class LeavingPoints:
    """Points that leave the window on a day."""

    day: date
    hundredths: int


def leaving_points(player_id: int, since: date, window_days: int) -> list[LeavingPoints]:
    """Return points that leave the window within `SOON`, by day. One query."""
    entries = PointsEntry.objects.filter(
        player=player_id, earned_on__gt=since, earned_on__lte=since + SOON, kind__in=COUNTED
    )
    days = entries.order_by("earned_on").values_list("earned_on").annotate(units=Sum("hundredths"))
    window = timedelta(days=window_days)
    return [LeavingPoints(day + window, int(units)) for day, units in days if units]
