"""Limits on bets and pace: the newest approved set of the house and of a player, and those of the jurisdiction."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import OuterRef, Q, QuerySet
from django.db.models.functions import JSONObject

from limits.models import LimitSet
from limits.models.sets import NAMES
from limits.selectors.jurisdiction import jurisdiction_limits
from limits.values import EffectiveLimit


def load_limit_set(player_id: int | None) -> LimitSet | None:
    """Return the limits of a player, or of the house for None. One query."""
    return _newest(LimitSet.objects.filter(player=player_id)).first()


def load_limit_sets(players: Collection[int]) -> dict[int, LimitSet]:
    """Return the limits of each of these players that has any. One query."""
    rows = _newest(LimitSet.objects.filter(player__in=players))
    return {row.player_id: row for row in rows if row.player_id is not None}


def bet_limits(player_id: int | None, country: str = "") -> list[EffectiveLimit]:
    """Return the limits of the house, of a player if given, and of the jurisdiction for their country. One query."""
    of_sets = [limit for row in _of_house_and(player_id) for limit in row.limits]
    return [*of_sets, *jurisdiction_limits(country)]


def bet_limits_subquery(player: str) -> ArraySubquery:
    """Return a subquery with the bet limits of the player in the caller's column `player`; parse it with `parse_bet_limits`."""
    names = {name: name for name in ("player_id", *NAMES)}
    return ArraySubquery(_of_house_and(OuterRef(player)).values(json=JSONObject(**names)))


def parse_bet_limits(rows: Iterable[Mapping[str, Any]], country: str) -> list[EffectiveLimit]:
    """Parse the rows of `bet_limits_subquery`, and add the jurisdiction's for players of this country."""
    of_sets = [limit for row in rows for limit in LimitSet(**row).limits]
    return [*of_sets, *jurisdiction_limits(country)]


def _of_house_and(player: int | OuterRef | None) -> QuerySet[LimitSet]:
    whose = Q(player=None) if player is None else Q(player=None) | Q(player=player)
    return _newest(LimitSet.objects.filter(whose))


def _newest(rows: QuerySet[LimitSet]) -> QuerySet[LimitSet]:
    approved = rows.filter(decision__approved=True)
    return approved.order_by("player_id", "-id").distinct("player_id")
