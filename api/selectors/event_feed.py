"""The feed of final events: a cursor never skips one that commits late.

Only events of transactions below the horizon are read, in the order of their transactions: no further event can appear
before the last one. The greatest id proves nothing, because a smaller one may still commit.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Self

from django.db import connection
from django.db.models import Q, QuerySet, Value
from django.db.models.functions import Cast

from journal.models import Event
from journal.values.kinds import EventKind
from journal.values.transaction_ids import TransactionIdField
from pages.pagination import parse_row_number


@dataclass(frozen=True, slots=True, order=True)
class FeedPosition:
    """A place in the feed: after the event with this id of this transaction."""

    xact: int
    id: int

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """Return the position of a cursor; None if invalid."""
        xact, _, written = text.partition("-")
        numbers = parse_row_number(xact), parse_row_number(written)
        if numbers[0] is None or numbers[1] is None:
            return None
        return cls(numbers[0], numbers[1])

    def __str__(self) -> str:
        return f"{self.xact}-{self.id}"


BEGINNING: Final = FeedPosition(0, 0)


@dataclass(frozen=True, slots=True)
class FeedFilter:
    """Types and times of events; `types` None means all but `hidden`."""

    types: Collection[EventKind] | None = None
    hidden: Collection[EventKind] = ()
    since: datetime | None = None
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class FeedPage:
    """Events in the order of the feed, and the position after them. `has_more`: there were more when they were read."""

    events: Sequence[Event]
    position: FeedPosition
    has_more: bool


def read_horizon() -> int:
    """Return the oldest transaction that has not ended: what all earlier ones wrote is final."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_snapshot_xmin(pg_current_snapshot())::text")
        (xact,) = cursor.fetchone()
    return int(xact)


def read_feed(after: FeedPosition, wanted: FeedFilter, limit: int) -> FeedPage:
    """Return the next `limit` final events after a position. Two queries.

    The horizon is read first: every transaction below it has ended before the events are read.
    """
    horizon = read_horizon()
    found = list(_events_between(after, horizon, wanted)[: limit + 1])
    events, has_more = found[:limit], len(found) > limit
    if has_more:
        last = events[-1]
        return FeedPage(events, FeedPosition(int(last.xact), last.pk), has_more)
    return FeedPage(events, max(after, FeedPosition(horizon, 0)), has_more)


def _events_between(after: FeedPosition, horizon: int, wanted: FeedFilter) -> QuerySet[Event]:
    begin = _xact(after.xact)
    found = Event.objects.filter(
        Q(xact__gt=begin) | Q(id__gt=after.id), xact__gte=begin, xact__lt=_xact(horizon)
    )
    return filter_feed(found, wanted).order_by("xact", "id")


def filter_feed(events: QuerySet[Event], wanted: FeedFilter) -> QuerySet[Event]:
    """Return the events of the wanted types and times."""
    if wanted.types is not None:
        events = events.filter(kind__in=[kind.value for kind in wanted.types])
    if wanted.hidden:
        events = events.exclude(kind__in=[kind.value for kind in wanted.hidden])
    if wanted.since is not None:
        events = events.filter(at__gte=wanted.since)
    return events if wanted.until is None else events.filter(at__lt=wanted.until)


def _xact(number: int) -> Cast:
    return Cast(Value(str(number)), TransactionIdField())
