"""Questions about the limits that players set themselves; nothing here changes anything."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final, TypeVar

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import Exists, F, Model, OuterRef, Q, QuerySet
from django.db.models.functions import JSONObject, Now

from accounts.models.play_limits import PlayLimit, PlayLimitConfirmation

Stored = TypeVar("Stored", bound=Model)
Kind = PlayLimit.Kind
Period = PlayLimit.Period

LENGTH: Final[Mapping[str, timedelta]] = {
    Period.DAY: timedelta(hours=24),
    Period.WEEK: timedelta(days=7),
    Period.MONTH: timedelta(days=30),
}
"""How far back each period reaches: what happened so long ago, to the microsecond, has left it."""

CONFIRMED_WITHIN: Final = timedelta(days=7)
"""So long, once it may count, a looser limit waits to be confirmed; then it is as if it had never been asked for."""


@dataclass(frozen=True, slots=True)
class PlayerLimit:
    """A limit that counts now: 10^-4 US dollars, or seconds where it is one of time.

    `by_house`: not the player's own, but set by staff (`accounts.protection.selectors.effective_limits`).
    """

    kind: PlayLimit.Kind
    period: PlayLimit.Period
    amount: int
    by_house: bool = False

    @property
    def length(self) -> timedelta:
        """How far back it looks."""
        return LENGTH[self.period]


Limits = Mapping[tuple[str, str], PlayerLimit]


@dataclass(frozen=True, slots=True)
class PendingLimit:
    """A looser limit that was asked for and counts not yet; `due`: by the database's clock it may be confirmed now."""

    limit: PlayLimit
    due: bool

    @property
    def until(self) -> datetime:
        """When it lapses."""
        return self.limit.effective_at + CONFIRMED_WITHIN


def limits_in_force(player_id: int) -> Limits:
    """Every own limit of a player that counts now, by kind and period; what is not there is not limited. One query.

    What was asked for counts by its rows alone, never by a clock that is read here: a first or lower limit from the moment it is
    stored, a looser one from its confirmation. So whoever holds the player's row reads what stays true until it lets go.
    """
    rows = _counting(PlayLimit.objects.filter(player=player_id))
    return limits_in(rows.values("kind", "period", "amount"))


def limits_of_players(players: Collection[int]) -> dict[int, list[PlayerLimit]]:
    """The same of several players, of those that have any. One query."""
    return of_each(PlayLimit.objects.filter(_counts(), player__in=players))


def limits_by_player(player: str) -> ArraySubquery:
    """For a caller's own query: the own limits of the player in its column `player`; see `limits_in`."""
    return in_array(_counting(PlayLimit.objects.filter(player=OuterRef(player))))


def limits_in(rows: Iterable[Mapping[str, Any]], *, by_house: bool = False) -> Limits:
    """What rows of kind, period and amount say, those of an array's query too; a row without an amount limits nothing."""
    named = ((Kind(row["kind"]), Period(row["period"]), row["amount"]) for row in rows)
    return {
        (kind, period): PlayerLimit(kind, period, amount, by_house)
        for kind, period, amount in named
        if amount is not None
    }


def in_array(rows: QuerySet[Stored]) -> ArraySubquery:
    """For another query, the rows that `limits_in` reads."""
    return ArraySubquery(
        rows.values(json=JSONObject(kind="kind", period="period", amount="amount"))
    )


def of_each(rows: QuerySet[Stored], *, by_house: bool = False) -> dict[int, list[PlayerLimit]]:
    """By player, what the latest of these rows of each kind and period limit. One query."""
    latest = rows.order_by("player", "kind", "period", "-id").distinct("player", "kind", "period")
    found: dict[int, list[Mapping[str, Any]]] = {}
    for row in latest.values("player", "kind", "period", "amount"):
        found.setdefault(row["player"], []).append(row)
    limits = {player: limits_in(rows, by_house=by_house) for player, rows in found.items()}
    return {player: list(some.values()) for player, some in limits.items() if some}


def pending_limits(player_id: int) -> list[PendingLimit]:
    """What was asked for, counts not yet and has not lapsed, in the order it was asked for. One query."""
    later = PlayLimit.objects.filter(
        player=OuterRef("player"),
        kind=OuterRef("kind"),
        period=OuterRef("period"),
        id__gt=OuterRef("id"),
    )
    loosening = PlayLimit.objects.filter(
        ~Exists(later),
        player=player_id,
        effective_at__gt=F("at"),
        effective_at__gte=Now() - CONFIRMED_WITHIN,
        confirmation__isnull=True,
    )
    rows = loosening.annotate(may_be=Q(effective_at__lte=Now())).order_by("id")
    return [PendingLimit(row, row.may_be) for row in rows]


def limit_history(player_id: int) -> QuerySet[PlayLimit]:
    """All that a player ever asked for, the latest first, each with its confirmation if it has one."""
    return PlayLimit.objects.filter(player=player_id).select_related("confirmation").order_by("-id")


def _counting(rows: QuerySet[PlayLimit]) -> QuerySet[PlayLimit]:
    """Of each kind and period the last that counts: what loosens does once it is confirmed."""
    return rows.filter(_counts()).order_by("kind", "period", "-id").distinct("kind", "period")


def _counts() -> Q:
    confirmed = Exists(PlayLimitConfirmation.objects.filter(limit=OuterRef("pk")))
    return Q(effective_at__lte=F("at")) | Q(confirmed)
