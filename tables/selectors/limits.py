"""Limits of a player at a table: the house's, the table's and the player's own; the strictest applies."""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Any, Final

from limits.selectors.sets import bet_limits
from limits.values import EffectiveLimit, Scope, strictest
from tables.models import Table


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """Everything that limits a player at a table; None where nothing does.

    `*_bet` is one box's first stake, `*_player` all first stakes of the player in the round, `max_round` the same with
    splits and doubles; insurance and side bets are apart.
    """

    min_bet: EffectiveLimit
    max_bet: EffectiveLimit
    min_player: EffectiveLimit | None = None
    max_player: EffectiveLimit | None = None
    max_round: EffectiveLimit
    max_insurance: EffectiveLimit | None = None
    min_side: EffectiveLimit | None = None
    max_side: EffectiveLimit | None = None
    hands_per_minute: EffectiveLimit
    hands_per_day: EffectiveLimit
    min_seconds_between_rounds: EffectiveLimit


# where the table's own column has another name
_COLUMNS: Final = {
    "min_bet": "min_bet_usd",
    "max_bet": "max_bet_usd",
    "max_round": "max_round_usd",
}
_NAMES: Final = tuple(field.name for field in fields(Bounds))


def bounds(table: Table, player_id: int | None = None) -> Bounds:
    """Limits of this player, or of any, at the table. One query; none for play money, which only its table limits."""
    return bounds_by(table, [] if table.is_play_money else bet_limits(player_id))


def bounds_by(table: Table, limits: Iterable[EffectiveLimit]) -> Bounds:
    """Limits at the table, given the `limits` of player and house in force."""
    found: dict[str, Any] = {one.kind: one for one in strictest(limiting(table, limits)).values()}
    return Bounds(**found)  # those that are never None stand in columns of the table that are not


def limiting(table: Table, limits: Iterable[EffectiveLimit]) -> list[EffectiveLimit]:
    """The table's own limits and these, which are about real money only."""
    columns = {name: getattr(table, _COLUMNS.get(name, name)) for name in _NAMES}
    own = [EffectiveLimit(Scope.TABLE, *one) for one in columns.items() if one[1] is not None]
    return own if table.is_play_money else [*own, *limits]


def bounds_of_each(tables: Iterable[Table], player_id: int | None = None) -> dict[int, Bounds]:
    """The same for many tables, by their keys. One query."""
    limits = bet_limits(player_id)
    return {table.pk: bounds_by(table, limits) for table in tables}
