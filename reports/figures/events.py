"""Report 11: significant events by kind, by day and singly; alterations of configured rows."""

from dataclasses import dataclass
from datetime import date
from typing import Final

from django.db.models import QuerySet

from compliance.events.selectors.events import filter_changes, filter_events
from journal.models import Alteration, Event, Severity
from reports.selectors.fact_tables import EVENTS
from reports.selectors.period_query import query_period
from reports.values.filters import Filters
from reports.values.period import Period

_QUESTION: Final = """
    SELECT day, kind, severity, sum(events)::bigint AS events
    FROM fact GROUP BY GROUPING SETS ((kind, severity), (day, severity))
    ORDER BY day, events DESC, kind, severity
"""


@dataclass(frozen=True, slots=True)
class KindLine:
    kind: str
    severity: str
    events: int


@dataclass(frozen=True, slots=True)
class DayOfSeverity:
    day: date
    severity: str
    events: int


@dataclass(frozen=True, slots=True)
class EventFigures:
    """Number of events by kind, the most frequent first, and by day."""

    kinds: tuple[KindLine, ...]
    days: tuple[DayOfSeverity, ...]

    @property
    def total(self) -> int:
        return sum(line.events for line in self.kinds)

    def count_of(self, severity: Severity) -> int:
        return sum(line.events for line in self.kinds if line.severity == severity.value)


def load_figures(period: Period, _chosen: Filters) -> EventFigures:
    """Return the number of events in the period. Two queries. No filter applies."""
    found = query_period(EVENTS, period, Filters(), _QUESTION)
    return EventFigures(
        tuple(
            KindLine(one["kind"], one["severity"], one["events"])
            for one in found
            if one["day"] is None
        ),
        tuple(
            DayOfSeverity(one["day"], one["severity"], one["events"])
            for one in found
            if one["day"] is not None
        ),
    )


def load_events(period: Period) -> QuerySet[Event]:
    """Return every event of the period, with its actor."""
    return filter_events({}).filter(at__gte=period.since, at__lt=period.until)


def load_changes(period: Period) -> QuerySet[Alteration]:
    """Return every change of a configured row, before and after, with the acting user."""
    return filter_changes({}).filter(at__gte=period.since, at__lt=period.until)
