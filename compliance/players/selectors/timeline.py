"""Timeline of a player: everything that happened, from many tables, with keyset pagination.

Each source returns its newest rows before the cursor in one query; the newest of all of them are the page.
"""

import re
from collections.abc import Iterable, Mapping, Sequence, Set as AbstractSet
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from django.db.models import Q, QuerySet

from accounts.models.users import User
from accounts.roles.values import Right
from compliance.players.selectors.timeline_sources import SOURCES
from compliance.players.values import HappeningSort

PAGE: Final = 20
_READ_WITH: Final[Mapping[HappeningSort, Right]] = {
    HappeningSort.CASH: Right.VIEW_CASH,
    HappeningSort.EXCHANGES: Right.VIEW_CASH,
    HappeningSort.VOIDS: Right.VIEW_VOIDS,
    HappeningSort.DISPUTES: Right.VIEW_DISPUTES,
}
"""Rights needed beyond seeing players; without them no link is shown."""

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_PLACE: Final = re.compile(r"([0-9]{1,17})\.([0-9]{1,2})\.([0-9]{1,18})")


@dataclass(frozen=True, slots=True, order=True)
class TimelinePlace:
    """Cursor of a timeline: time, index of the source, and primary key."""

    at: datetime
    rank: int
    number: int

    @classmethod
    def parse(cls, text: str) -> "TimelinePlace | None":
        """Parse a cursor; None if invalid."""
        found = _PLACE.fullmatch(text)
        if found is None:
            return None
        micros, rank, number = (int(part) for part in found.groups())
        try:
            return cls(_EPOCH + timedelta(microseconds=micros), rank, number)
        except OverflowError:
            return None

    def __str__(self) -> str:
        return f"{(self.at - _EPOCH) // timedelta(microseconds=1)}.{self.rank}.{self.number}"


@dataclass(frozen=True, slots=True)
class TimelineRow:
    place: TimelinePlace
    sort: HappeningSort
    row: Any


@dataclass(frozen=True, slots=True)
class TimelineSlice:
    """Rows, newest first, and the cursor for older ones ("" if there are none)."""

    rows: Sequence[TimelineRow]
    older: str


def visible_sorts(rights: AbstractSet[Right]) -> list[HappeningSort]:
    """Return the sorts of happenings these rights may read."""
    return [sort for sort in HappeningSort if _READ_WITH.get(sort, Right.VIEW_PLAYERS) in rights]


def newest_rows(
    player: User,
    sorts: Iterable[HappeningSort],
    *,
    before: TimelinePlace | None = None,
    size: int = PAGE,
) -> TimelineSlice:
    """Return the newest rows of these sorts before a cursor. One query per source."""
    wanted = set(sorts)
    found: list[TimelineRow] = []
    for rank, source in enumerate(SOURCES):
        if asked := [sort for sort in source.sorts if sort in wanted]:
            rows = _before(source.rows(player, asked), rank, before, source.at)
            found += [
                TimelineRow(
                    TimelinePlace(getattr(row, source.at), rank, row.pk), source.classify(row), row
                )
                for row in rows.order_by(f"-{source.at}", "-pk")[: size + 1]
            ]
    found.sort(key=lambda one: one.place, reverse=True)
    shown = found[:size]
    return TimelineSlice(shown, str(shown[-1].place) if len(found) > size else "")


def _before(rows: QuerySet[Any], rank: int, place: TimelinePlace | None, at: str) -> QuerySet[Any]:
    if place is None:
        return rows
    if rank < place.rank:
        return rows.filter(**{f"{at}__lte": place.at})
    earlier = Q(**{f"{at}__lt": place.at})
    if rank == place.rank:
        earlier |= Q(**{at: place.at}, pk__lt=place.number)
    return rows.filter(earlier)


def load_names(people: Iterable[int | None]) -> Mapping[int, str]:
    found = User.objects.filter(pk__in={pk for pk in people if pk})
    return dict(found.values_list("pk", "full_name"))
