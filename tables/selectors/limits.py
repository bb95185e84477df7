"""Limits of a player at a table: of the jurisdiction, the house, the table and the player; the strictest applies."""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Any, Final

from limits.selectors.jurisdiction import PACE, jurisdiction_limits
from limits.selectors.sets import bet_limits
from limits.values import EffectiveLimit, LimitScope, select_strictest
from tables.models import Table


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """All limits of a player at a table; None means no limit.

    `*_bet` is one box's first stake, `*_player` the sum of all first stakes of the player in the round, `max_round`
    the same with splits and doubles. Insurance and side bets have their own limits.
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


# columns of `Table` that have another name
_COLUMNS: Final = {
    "min_bet": "min_bet_usd",
    "max_bet": "max_bet_usd",
    "max_round": "max_round_usd",
}
_NAMES: Final = tuple(field.name for field in fields(Bounds))


def load_bounds(table: Table, player_id: int | None = None, country: str = "") -> Bounds:
    """Return the limits of this player, or of anybody, at the table. One query; none for play money."""
    limits = jurisdiction_limits(country) if table.is_play_money else bet_limits(player_id, country)
    return compute_bounds(table, limits)


def compute_bounds(table: Table, limits: Iterable[EffectiveLimit]) -> Bounds:
    """Return the strictest limits at the table, given the `limits` of player and house in force."""
    found: dict[str, Any] = {
        one.kind: one for one in select_strictest(list_effective_limits(table, limits)).values()
    }
    return Bounds(**found)  # required fields come from the table's NOT NULL columns


def list_effective_limits(table: Table, limits: Iterable[EffectiveLimit]) -> list[EffectiveLimit]:
    """Return the table's own limits plus those of these that apply to it."""
    columns = {name: getattr(table, _COLUMNS.get(name, name)) for name in _NAMES}
    own = [EffectiveLimit(LimitScope.TABLE, *one) for one in columns.items() if one[1] is not None]
    return [*own, *(limit for limit in limits if _applies(table, limit))]


def _applies(table: Table, limit: EffectiveLimit) -> bool:
    """Return whether a limit of house, player or jurisdiction applies: to real money; the jurisdiction's pace, to private tables."""
    if limit.scope is LimitScope.JURISDICTION and limit.kind == PACE:
        return not (table.is_live or table.is_laboratory)
    return not table.is_play_money


def load_bounds_of_tables(
    tables: Iterable[Table], player_id: int | None = None, country: str = ""
) -> dict[int, Bounds]:
    """Return the limits of this player, or of anybody, by table id. One query."""
    limits = bet_limits(player_id, country)
    return {table.pk: compute_bounds(table, limits) for table in tables}
