"""Suspended stakes of voids, neither returned nor kept yet, for report 8."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db.models import BigIntegerField, Count, F, QuerySet, Sum
from django.db.models.functions import Cast, Coalesce, Round

from casino.models import Void
from casino.voids.selectors.voiding import held_voids
from reports.values.filters import Filters
from wallet.money.values import BASE_CURRENCY, PLAY_MONEY, Money

_BATCH: Final = 1000
_USD: Final = Cast(Round(F("suspended") * F("round__tasa_cambio")), BigIntegerField())


@dataclass(frozen=True, slots=True)
class SuspendedStake:
    """Suspended stakes of one round, since its void; `usd` at the round's rate."""

    number: int
    at: datetime
    case: UUID
    round: UUID
    round_number: str
    player_id: int
    email: str
    amount: Money
    usd: Money


@dataclass(frozen=True, slots=True)
class SuspendedStakes:
    """Oldest first, limited to the number asked for, with the total number and amount."""

    lines: tuple[SuspendedStake, ...]
    count: int
    usd: Money


def load_figures(chosen: Filters, most: int) -> SuspendedStakes:
    """Return the stakes suspended now, regardless of the period. Two queries, one without lines."""
    total = _query_voids(chosen).aggregate(held=Count("pk"), usd=Coalesce(Sum(_USD), 0))
    return SuspendedStakes(
        _lines(chosen, most), total["held"], Money(int(total["usd"]), BASE_CURRENCY)
    )


def iterate_stakes(chosen: Filters) -> Iterator[SuspendedStake]:
    """Yield all suspended stakes, oldest first, in batches."""
    after, more = 0, True
    while more:
        found = _lines(chosen, _BATCH, after)
        yield from found
        more = len(found) == _BATCH
        after = found[-1].number if found else after


def _query_voids(chosen: Filters) -> QuerySet[Void]:
    found = held_voids().exclude(round__currency=PLAY_MONEY)
    return found.filter(**chosen.of_rounds("round__"))


def _lines(chosen: Filters, most: int, after: int = 0) -> tuple[SuspendedStake, ...]:
    found = _query_voids(chosen).filter(pk__gt=after).order_by("pk")
    rows = found.values_list(
        "pk",
        "at",
        "case",
        "round__public_id",
        "round__number",
        "player_id",
        "player__email",
        "suspended",
        "round__currency",
        _USD,
    )[:most]
    return tuple(
        SuspendedStake(
            number,
            at,
            case,
            round_,
            round_number,
            player,
            email,
            Money(units, currency),
            Money(usd, BASE_CURRENCY),
        )
        for number, at, case, round_, round_number, player, email, units, currency, usd in rows
    )
