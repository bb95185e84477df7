"""Which limits a player is held to: those of the player's own, those of the house, and of both of a kind and period the stricter."""

from collections.abc import Collection

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import OuterRef, QuerySet

from accounts.models.house_limits import HouseLimit
from accounts.protection.selectors.play_limits import (
    Limits,
    PlayerLimit,
    in_array,
    limits_in,
    limits_in_force,
    of_each,
)


def effective_limits(player_id: int) -> Limits:
    """Every limit that the player is held to now, by kind and period. Two queries.

    Whoever holds the player's row reads what stays true until it lets go: rows of both kinds wait for it.
    """
    return strictest(limits_in_force(player_id), house_limits_in_force(player_id))


def house_limits_in_force(player_id: int) -> Limits:
    """Those that the house set, by kind and period. One query."""
    rows = latest_of(player_id).values("kind", "period", "amount")
    return limits_in(rows, by_house=True)


def house_limits_of_players(players: Collection[int]) -> dict[int, list[PlayerLimit]]:
    """The same of several players, of those that have any. One query."""
    return of_each(HouseLimit.objects.filter(player__in=players), by_house=True)


def house_limits_by_player(player: str) -> ArraySubquery:
    """For a caller's own query: the house's limits for the player in its column `player`; see `limits_in`."""
    return in_array(_latest(HouseLimit.objects.filter(player=OuterRef(player))))


def strictest(own: Limits, house: Limits) -> Limits:
    """Of each kind and period the lower one; where they are alike, the player's own."""
    found = dict(own)
    for which, one in house.items():
        if which not in found or one.amount < found[which].amount:
            found[which] = one
    return found


def latest_of(player_id: int) -> QuerySet[HouseLimit]:
    """The latest row of each kind and period, with an amount or without one."""
    return _latest(HouseLimit.objects.filter(player=player_id))


def _latest(rows: QuerySet[HouseLimit]) -> QuerySet[HouseLimit]:
    return rows.order_by("kind", "period", "-id").distinct("kind", "period")
