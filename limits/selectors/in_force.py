"""Which limits a player is held to, the player's own and those of the house, and what waits; nothing here changes anything."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import JSONObject, Now

from limits.models import Limit, LimitConfirmation
from limits.values import Kind, LimitPeriod, Limits, Scope, WindowLimit, strictest

CONFIRMED_WITHIN: Final = timedelta(days=7)
"""So long, once it may count, a looser limit waits to be confirmed; then it is as if it had never been asked for."""

_NAMES: Final = ("scope", "kind", "period", "amount")


@dataclass(frozen=True, slots=True)
class PendingLimit:
    """A looser limit that was asked for and counts not yet; `due`: by the database's clock it may be confirmed now."""

    limit: Limit
    due: bool

    @property
    def until(self) -> datetime:
        """When it lapses."""
        return self.limit.in_force_from + CONFIRMED_WITHIN


def load_limits(player_id: int) -> list[WindowLimit]:
    """All limits of a player in force, of each scope, kind and period one. One query.

    A limit is in force by its rows alone, never by a clock that is read here. So whoever holds the player's row reads what stays
    true until it lets go: rows of all scopes wait for it.
    """
    return read_limits(rows_in_force(Limit.objects.filter(player=player_id)).values(*_NAMES))


def effective_limits(player_id: int) -> Limits:
    """The strictest limit of each kind and period now, whoever set it. One query."""
    return strictest(load_limits(player_id))


def limits_in_force(player_id: int, scope: Scope) -> Limits:
    """Those of one scope. One query."""
    return strictest(one for one in load_limits(player_id) if one.scope == scope)


def limits_of_players(players: Collection[int]) -> dict[int, list[WindowLimit]]:
    """All of several players, of those that have any. One query."""
    found: dict[int, list[WindowLimit]] = {}
    for row in rows_in_force(Limit.objects.filter(player__in=players)).values("player", *_NAMES):
        found.setdefault(row["player"], []).extend(read_limits([row]))
    return {player: limits for player, limits in found.items() if limits}


def limits_by_player(player: str) -> ArraySubquery:
    """For a caller's own query: the limits of the player in its column `player`; see `read_limits`."""
    rows = rows_in_force(Limit.objects.filter(player=OuterRef(player)))
    return ArraySubquery(rows.values(json=JSONObject(**{name: name for name in _NAMES})))


def read_limits(rows: Iterable[Mapping[str, Any]]) -> list[WindowLimit]:
    """The rows of `limits_by_player`; one without an amount limits nothing."""
    return [
        WindowLimit(
            Scope(row["scope"]), Kind(row["kind"]), row["amount"], LimitPeriod(row["period"])
        )
        for row in rows
        if row["amount"] is not None
    ]


def rows_in_force(rows: QuerySet[Limit]) -> QuerySet[Limit]:
    """Of each player, scope, kind and period the last in force, with an amount or without one."""
    confirmed = Exists(LimitConfirmation.objects.filter(limit=OuterRef("pk")))
    counting = rows.filter(Q(in_force_from__lte=F("proposed_at")) | Q(confirmed))
    which = ("player", "scope", "kind", "period")
    return counting.order_by(*which, "-id").distinct(*which)


def pending_limits(player_id: int) -> list[PendingLimit]:
    """What was asked for, counts not yet and has not lapsed, in the order it was asked for. One query."""
    later = Limit.objects.filter(
        **{name: OuterRef(name) for name in ("player", "scope", "kind", "period")},
        id__gt=OuterRef("id"),
    )
    loosening = Limit.objects.filter(
        ~Exists(later),
        player=player_id,
        in_force_from__gt=F("proposed_at"),
        in_force_from__gte=Now() - CONFIRMED_WITHIN,
        confirmation__isnull=True,
    )
    rows = loosening.annotate(may_be=Q(in_force_from__lte=Now())).order_by("id")
    return [PendingLimit(row, row.may_be) for row in rows]


def limit_history(player_id: int) -> QuerySet[Limit]:
    """All that a player ever asked for, the latest first, each with its confirmation if it has one."""
    own = Limit.objects.filter(player=player_id, scope=Scope.OWN)
    return own.select_related("confirmation").order_by("-id")
