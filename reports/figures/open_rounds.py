"""Open interrupted rounds, for report 9."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db.models import QuerySet

from casino.incidents.selectors.open_rounds import interrupted_rounds
from casino.incidents.words.open_rounds import StaffRound, staff_rounds
from casino.models import Round
from reports.figures.overview import rounds_in_play
from reports.values.filters import Filters

_BATCH: Final = 500


@dataclass(frozen=True, slots=True)
class InterruptedRound:
    """An open round, and how long it has been open."""

    round: StaffRound
    length: timedelta


@dataclass(frozen=True, slots=True)
class InterruptedRounds:
    """Oldest first, limited to the number asked for; `count` is the total."""

    lines: tuple[InterruptedRound, ...]
    count: int


def load_figures(chosen: Filters, now: datetime, most: int) -> InterruptedRounds:
    """Return the interrupted rounds open now, regardless of the period. Four queries."""
    found = _query_rounds(chosen, now)
    return InterruptedRounds(_lines(found[:most], now), found.count())


def iterate_rounds(chosen: Filters, now: datetime) -> Iterator[InterruptedRound]:
    """Yield all of them, oldest first, in batches; rounds that end meanwhile are left out."""
    found = _query_rounds(chosen, now)
    numbers = list(found.values_list("pk", flat=True))
    for n in range(0, len(numbers), _BATCH):
        yield from _lines(found.filter(pk__in=numbers[n : n + _BATCH]), now)


def _query_rounds(chosen: Filters, now: datetime) -> QuerySet[Round]:
    rounds = interrupted_rounds(rounds_in_play(chosen), now).select_related(
        "player", "place__table", "deal__shoe"
    )
    return rounds.order_by("started_at", "pk")


def _lines(rounds: Iterable[Round], now: datetime) -> tuple[InterruptedRound, ...]:
    told = staff_rounds(list(rounds), now)
    return tuple(InterruptedRound(one, now - one.started_at) for one in told)
