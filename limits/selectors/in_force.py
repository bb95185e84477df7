"""Limits in force for a player, set by the player or by the house, and pending requests. Read-only."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import JSONObject, Now

from limits.models import Limit, LimitConfirmation
from limits.values import LimitKind, LimitPeriod, Limits, LimitScope, WindowLimit, select_strictest

CONFIRMED_WITHIN: Final = timedelta(days=7)
"""Time in which a looser limit can be confirmed once it could apply; after that the request lapses."""

_NAMES: Final = ("scope", "kind", "period", "amount")


@dataclass(frozen=True, slots=True)
class PendingLimit:
    """A requested looser limit that is not in force yet; `due` if it may be confirmed now, by the database's clock."""

    limit: Limit
    due: bool

    @property
    def until(self) -> datetime:
        """Time at which the request lapses."""
        return self.limit.in_force_from + CONFIRMED_WITHIN


def load_limits(player_id: int) -> list[WindowLimit]:
    """Return a player's limits in force, one per scope, kind and period. One query.

    A limit is in force by its rows alone, not by a clock read here. A caller that holds the lock on the player's row
    therefore reads a result that stays valid until it releases the lock: writes of every scope wait for it.
    """
    return parse_limits(filter_in_force(Limit.objects.filter(player=player_id)).values(*_NAMES))


def effective_limits(player_id: int) -> Limits:
    """Return the strictest limit of each kind and period, whoever set it. One query."""
    return select_strictest(load_limits(player_id))


def load_scope_limits(player_id: int, scope: LimitScope) -> Limits:
    """Return a player's limits of one scope. One query."""
    return select_strictest(one for one in load_limits(player_id) if one.scope == scope)


def load_limits_by_player(players: Collection[int]) -> dict[int, list[WindowLimit]]:
    """Return all limits in force of several players; players without limits are left out. One query."""
    found: dict[int, list[WindowLimit]] = {}
    for row in filter_in_force(Limit.objects.filter(player__in=players)).values("player", *_NAMES):
        found.setdefault(row["player"], []).extend(parse_limits([row]))
    return {player: limits for player, limits in found.items() if limits}


def limits_subquery(player: str) -> ArraySubquery:
    """Return a subquery with the limits of the player in the caller's column `player`; parse it with `parse_limits`."""
    rows = filter_in_force(Limit.objects.filter(player=OuterRef(player)))
    return ArraySubquery(rows.values(json=JSONObject(**{name: name for name in _NAMES})))


def parse_limits(rows: Iterable[Mapping[str, Any]]) -> list[WindowLimit]:
    """Parse the rows of `limits_subquery`; rows without an amount are left out."""
    return [
        WindowLimit(
            LimitScope(row["scope"]),
            LimitKind(row["kind"]),
            row["amount"],
            LimitPeriod(row["period"]),
        )
        for row in rows
        if row["amount"] is not None
    ]


def filter_in_force(rows: QuerySet[Limit]) -> QuerySet[Limit]:
    """Return the latest row in force per player, scope, kind and period, with or without an amount."""
    confirmed = Exists(LimitConfirmation.objects.filter(limit=OuterRef("pk")))
    counting = rows.filter(Q(in_force_from__lte=F("proposed_at")) | Q(confirmed))
    which = ("player", "scope", "kind", "period")
    return counting.order_by(*which, "-id").distinct(*which)


def pending_limits(player_id: int) -> list[PendingLimit]:
    """Return looser limits that wait for confirmation and have not lapsed, in order of request. One query."""
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


def find_last_raise(player_id: int) -> datetime | None:
    """Return when the player last confirmed a looser deposit limit; None if never. One query."""
    raised = LimitConfirmation.objects.filter(
        limit__player=player_id, limit__kind=LimitKind.DEPOSIT
    )
    return raised.order_by("-at").values_list("at", flat=True).first()


def load_raised_deposits(player_id: int) -> Mapping[str, int]:
    """Return the highest deposit limit that the player confirmed, by period. One query."""
    found: dict[str, int] = {}
    rows = LimitConfirmation.objects.filter(
        limit__player=player_id, limit__kind=LimitKind.DEPOSIT, limit__amount__isnull=False
    )
    for period, amount in rows.values_list("limit__period", "limit__amount"):
        found[period] = max(found.get(period, 0), amount or 0)
    return found


def limit_history(player_id: int) -> QuerySet[Limit]:
    """Return all own limits a player ever requested, newest first, each with its confirmation, if any."""
    own = Limit.objects.filter(player=player_id, scope=LimitScope.OWN)
    return own.select_related("confirmation").order_by("-id")
