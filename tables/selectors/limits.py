"""What limits a player at a table: the house's limits, the table's and the player's own together; the stricter wins."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any, Final

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import OuterRef, Q, QuerySet
from django.db.models.functions import JSONObject

from tables.models import LimitSet, Table


class Whose(StrEnum):
    """Who set a limit."""

    HOUSE = "house"
    TABLE = "table"
    PLAYER = "player"


@dataclass(frozen=True, slots=True)
class Bound:
    """A limit and whose it is: an amount in units of 10^-4 (USD, or play money), a number of hands, or seconds."""

    units: int
    whose: Whose


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """Everything that limits a player at a table; None where nothing does.

    `*_bet` is one box's first stake, `*_player` all first stakes of the player in the round, `max_round` the same with
    splits and doubles; insurance and side bets are apart.
    """

    min_bet: Bound
    max_bet: Bound
    min_player: Bound | None
    max_player: Bound | None
    max_round: Bound
    max_insurance: Bound | None
    min_side: Bound | None
    max_side: Bound | None
    hands_per_minute: Bound
    hands_per_day: Bound
    min_seconds_between_rounds: Bound


# where the table's own column has another name
_COLUMNS: Final = {
    "min_bet": "min_bet_usd",
    "max_bet": "max_bet_usd",
    "max_round": "max_round_usd",
}
_NAMES: Final = tuple(field.name for field in fields(Bounds))


def bounds(table: Table, player_id: int | None = None) -> Bounds:
    """What limits this player, or any, at the table. One query; none for play money, which only its table limits."""
    return bounds_by(table, [] if table.is_play_money else list(_in_force(player_id)))


def bounds_by(table: Table, sets: Iterable[LimitSet]) -> Bounds:
    """What limits a player at the table whose limits in force, and the house's, are `sets`."""
    given = limiting(table, sets)
    found: dict[str, Any] = {name: _strictest(name, given) for name in _NAMES}
    return Bounds(**found)  # those that are never None stand in columns of the table that are not


def limiting(
    table: Table, sets: Iterable[LimitSet]
) -> list[tuple[Whose, Mapping[str, int | None]]]:
    """Everybody's limits by their names in `Bounds`, one by one, the table's first; play money is limited by its table only."""
    own = {name: getattr(table, _COLUMNS.get(name, name)) for name in _NAMES}
    found: list[tuple[Whose, Mapping[str, int | None]]] = [(Whose.TABLE, own)]
    for one in [] if table.is_play_money else sets:
        whose = Whose.HOUSE if one.player_id is None else Whose.PLAYER
        found.append((whose, {name: getattr(one, name) for name in _NAMES}))
    return found


def bounds_of_each(tables: Iterable[Table], player_id: int | None = None) -> dict[int, Bounds]:
    """The same for many tables, by their keys. One query."""
    sets = list(_in_force(player_id))
    return {table.pk: bounds_by(table, sets) for table in tables}


def in_force(player_id: int | None) -> LimitSet | None:
    """The newest approved limits of a player, or of the house for None."""
    approved = LimitSet.objects.filter(player_id=player_id, decision__approved=True)
    return approved.order_by("-id").first()


def own_in_force(players: Collection[int]) -> dict[int, LimitSet]:
    """The newest approved limits of each of these players that has any. One query."""
    approved = LimitSet.objects.filter(player__in=players, decision__approved=True)
    newest = approved.order_by("player_id", "-id").distinct("player_id")
    return {row.player_id: row for row in newest if row.player_id is not None}


def sets_in_force(player: str) -> ArraySubquery:
    """For a caller's own query: the limits of the house and of the player in its column `player`; see `limit_sets`."""
    names = {name: name for name in ("player_id", *_NAMES)}
    return ArraySubquery(_in_force(OuterRef(player)).values(json=JSONObject(**names)))


def limit_sets(rows: Iterable[Mapping[str, Any]]) -> list[LimitSet]:
    """What `sets_in_force` found."""
    return [LimitSet(**row) for row in rows]


def _in_force(player_id: int | OuterRef | None) -> QuerySet[LimitSet]:
    theirs = (
        Q(player__isnull=True)
        if player_id is None
        else Q(player__isnull=True) | Q(player_id=player_id)
    )
    approved = LimitSet.objects.filter(theirs, decision__approved=True)
    return approved.order_by("player_id", "-id").distinct("player_id")


def _strictest(name: str, given: Iterable[tuple[Whose, Mapping[str, int | None]]]) -> Bound | None:
    """The strictest of a name; where two are alike it is the table's."""
    named = [(limits[name], whose) for whose, limits in given]
    known = [Bound(units, whose) for units, whose in named if units is not None]
    if not known:
        return None
    strictest = max if name.startswith("min_") else min
    return strictest(known, key=lambda bound: bound.units)
