"""The rounds that a player looks for among their own, in pages that hang on places.

All of it reads along the index of a player's rounds by time, or of a place's: the thousandth page is as quick as the first, and
nothing is counted.
"""

from calendar import monthrange
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final
from uuid import UUID

from django.conf import settings
from django.db.models import F, Q, QuerySet

from accounts.models import User
from accounts.places import Place
from casino.models import Round
from casino.selectors.voiding import open_voids

PAGE: Final = 25


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which rounds: None is all. `until` is not included; `least` and `most` are units of each round's own currency."""

    since: datetime | None = None
    until: datetime | None = None
    table: str | None = None
    currency: str | None = None
    result: str | None = None
    least: int | None = None
    most: int | None = None
    nonce: int | None = None
    reference: UUID | None = None


@dataclass(frozen=True, slots=True)
class Page:
    """Rounds, the newest first, and the places from which older and newer ones follow; none where there are none."""

    rounds: Sequence[Round]
    older: Place | None
    newer: Place | None


def reaches_back_to(now: datetime) -> datetime:
    """Since when players find their rounds: the beginning of a day, so many months ago."""
    today = now.astimezone(UTC).date()
    years, month = divmod(12 * today.year + today.month - 1 - settings.HISTORY_MONTHS, 12)
    day = min(today.day, monthrange(years, month + 1)[1])
    return datetime(years, month + 1, day, tzinfo=UTC)


def past_rounds(player: User, wanted: Wanted, begins: datetime) -> QuerySet[Round, Round]:
    """A player's finished rounds that are wanted, in no order; none is older than `begins`."""
    since = max(wanted.since or begins, begins)
    mine = Round.objects.filter(player=player, started_at__gte=since)
    over = mine.exclude(status=Round.Status.IN_PROGRESS).filter(*_asked(player, wanted))
    return over.select_related("shoe__version", "sitting__table").defer(
        "limits_at_deal", "shoe__sealed_seed", "shoe__kept_left"
    )


def page_of(
    rounds: QuerySet[Round, Round], *, before: Place | None = None, after: Place | None = None
) -> Page:
    """Twenty-five of these rounds: the newest, or those next to a place. A query; two where nothing is newer than `after`."""
    if after is not None and before is None:
        found = list(
            rounds.filter(after.newer("started_at")).order_by("started_at", "pk")[: PAGE + 1]
        )
        if found:
            shown = found[:PAGE][::-1]
            return Page(shown, _place(shown[-1]), _place(shown[0]) if len(found) > PAGE else None)
    older = rounds if before is None else rounds.filter(before.older("started_at"))
    found = list(older.order_by("-started_at", "-pk")[: PAGE + 1])
    shown = found[:PAGE]
    newer = _place(shown[0]) if before is not None and shown else None
    return Page(shown, _place(shown[-1]) if len(found) > PAGE else None, newer)


def _place(round_: Round) -> Place:
    return Place(round_.started_at, round_.pk)


def _asked(player: User, wanted: Wanted) -> list[Q]:
    """What is asked of a round beside its player and its beginning."""
    asked = {
        "started_at__lt": wanted.until,
        "currency": wanted.currency,
        "staked__gte": wanted.least,
        "staked__lte": wanted.most,
        "nonce": wanted.nonce,
        "public_id": wanted.reference,
    }
    found = [Q((name, value)) for name, value in asked.items() if value is not None]
    if wanted.table is not None:
        places = player.sittings.filter(table__slug=wanted.table).values_list("pk", flat=True)
        found.append(Q(sitting__in=list(places)))
    return [*found, *_resulting(player, wanted.result)]


def _resulting(player: User, result: str | None) -> list[Q]:
    """What came of a round; the void ones are few, and looked up first."""
    if result is None:
        return []
    if result == "void":
        return [Q(pk__in=list(open_voids().filter(player=player).values_list("round", flat=True)))]
    completed = Q(status=Round.Status.COMPLETED)
    results = {
        "won": completed & Q(returned__gt=F("staked")),
        "lost": completed & Q(returned__lt=F("staked")),
        "push": completed & Q(returned=F("staked")),
        "cancelled": Q(status=Round.Status.CANCELLED),
        "interrupted": Q(interrupted=True),
    }
    return [results[result]]
