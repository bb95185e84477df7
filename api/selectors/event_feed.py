"""The feed of events: all that are final, in an order to which nothing is added before a cursor (`api.selectors.gapless`)."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import connection
from django.db.models import CharField, QuerySet, Value
from django.db.models.functions import Cast, Concat

from api.selectors.gapless import GaplessCursor, list_rows_after
from cases.models import Case, CaseTopic
from journal.models import Event
from journal.values.kinds import EventKind


@dataclass(frozen=True, slots=True)
class FeedFilter:
    """Types and times of events; `types` None means all but `hidden`. Events about cases of `hidden_cases` are left out."""

    types: Collection[EventKind] | None = None
    hidden: Collection[EventKind] = ()
    since: datetime | None = None
    until: datetime | None = None
    hidden_cases: Collection[CaseTopic] = ()


@dataclass(frozen=True, slots=True)
class FeedPage:
    """Events in the order of the feed, and the cursor after them. `more`: there were more when they were read."""

    events: Sequence[Event]
    cursor: GaplessCursor
    more: bool


def read_horizon() -> int:
    """Return the oldest transaction that has not ended: what all earlier ones wrote is final."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_snapshot_xmin(pg_current_snapshot())::text")
        (xact,) = cursor.fetchone()
    return int(xact)


def read_feed(after: GaplessCursor | None, wanted: FeedFilter, limit: int) -> FeedPage:
    """Return the next `limit` final events after a cursor. Two queries.

    At the end, the cursor is at the horizon, which is read first: events of other types are not searched again.
    """
    horizon = GaplessCursor(read_horizon(), 0)
    found = list_rows_after(filter_feed(Event.objects.all(), wanted), after, limit + 1)
    events, more = found[:limit], len(found) > limit
    last = GaplessCursor.of_row(events[-1]) if events else after or horizon
    return FeedPage(events, last if more or _is_later(last, horizon) else horizon, more)


def filter_feed(events: QuerySet[Event], wanted: FeedFilter) -> QuerySet[Event]:
    """Return the events of the wanted types and times."""
    if wanted.types is not None:
        events = events.filter(kind__in=[kind.value for kind in wanted.types])
    if wanted.hidden:
        events = events.exclude(kind__in=[kind.value for kind in wanted.hidden])
    if wanted.hidden_cases:
        cases = Case.objects.filter(kind__in=wanted.hidden_cases)
        about = Concat(Value("case "), Cast("public_id", CharField()))
        events = events.exclude(
            kind__startswith="case_",
            subject__in=cases.annotate(as_subject=about).values("as_subject"),
        )
    if wanted.since is not None:
        events = events.filter(at__gte=wanted.since)
    return events if wanted.until is None else events.filter(at__lt=wanted.until)


def _is_later(one: GaplessCursor, other: GaplessCursor) -> bool:
    return (one.xact, one.pk) > (other.xact, other.pk)
