"""Days in the archive of reports, and what waits for review."""

from datetime import date, datetime, timedelta
from typing import Final

from django.db.models import QuerySet

from journal.models import Event, EventKind
from profiles.selectors.in_force import profile_in_force
from reports.models import ArchivedDay, ClosedDay, ClosedPart
from reports.values.period import DAY, Period, start_of

WAITS_FOR_DECISIONS: Final = timedelta(hours=6)
"""After the end of a day its reports are made even if the cost of its decisions is not known yet."""

DOINGS: Final = (
    EventKind.CORRECTION_PROPOSED,
    EventKind.BALANCE_ADJUSTED,
    EventKind.BONUS_GRANTED,
    EventKind.TRANSFER_REVERSED,
    EventKind.ROUND_CANCELLED,
    EventKind.VOID_PROPOSED,
)
"""Acts that somebody else reviews."""


def find_next_day(now: datetime) -> date | None:
    """Return the oldest closed day that is not in the archive and due, None if there is none, or by the profile no archive."""
    if not profile_in_force().report_archive:
        return None
    last = ArchivedDay.objects.order_by("-day").values_list("day", flat=True).first()
    closed = ClosedDay.objects.filter(part=ClosedPart.FIGURES)
    if last is not None:
        closed = closed.filter(day__gt=last)
    day = closed.order_by("day").values_list("day", flat=True).first()
    return day if day is not None and _is_due(day, now) else None


def _is_due(day: date, now: datetime) -> bool:
    judged = ClosedDay.objects.filter(day=day, part=ClosedPart.DECISIONS)
    return now >= start_of(day + DAY) + WAITS_FOR_DECISIONS or judged.exists()


def list_days() -> QuerySet[ArchivedDay]:
    """Return the days in the archive with their reviews."""
    return ArchivedDay.objects.prefetch_related(
        "reviews__proposed_by", "reviews__decision__decided_by"
    )


def has_acted(person: int, day: date) -> bool:
    """Return whether a person corrected money, voided or cancelled on this day."""
    period = Period.day(day)
    acts = Event.objects.filter(kind__in=DOINGS, at__gte=period.since, at__lt=period.until)
    return acts.filter(actor_id=person).exists()
