"""Months in the archive, and partitions that are old enough for it."""

from datetime import datetime
from typing import Final

from django.db import connection
from django.db.models import F, QuerySet
from django.utils import timezone

from pages.moments import months_later
from wallet.archive.models import ArchivedMonth, Detachment, Source
from wallet.archive.values import Part

YOUNGEST_MONTHS: Final = 2
"""A month is archived this many months after its end at the earliest: clocks are set back by less."""

_PARTS: Final = (
    "SELECT source, part, since, until FROM public.wallet_attached_parts() ORDER BY until, source"
)


def find_parts(months: int = YOUNGEST_MONTHS) -> list[Part]:
    """Return the attached partitions that ended at least `months` ago and are not in the archive, oldest first."""
    known = set(ArchivedMonth.objects.values_list("part", flat=True))
    latest = months_later(timezone.now(), -max(months, YOUNGEST_MONTHS))
    with connection.cursor() as cursor:
        cursor.execute(_PARTS)
        parts = [Part(*row) for row in cursor.fetchall()]
    return [part for part in parts if part.until <= latest and part.name not in known]


def detached_months(source: Source = Source.ENTRIES) -> QuerySet[ArchivedMonth]:
    """Return the months of a table that are only in the archive, oldest first."""
    return ArchivedMonth.objects.filter(source=source, detached__isnull=False).order_by("until")


def find_archived_until(source: Source = Source.ENTRIES) -> datetime | None:
    """Return the time before which the rows of a table are only in the archive; None if all are in the database. One query."""
    return detached_months(source).values_list("until", flat=True).last()


def is_archived(at: datetime) -> bool:
    """True if ledger entries of this time may be in the archive only. One query; none for a time of the last months."""
    if at >= months_later(timezone.now(), -YOUNGEST_MONTHS):
        return False
    until = find_archived_until()
    return until is not None and at < until


def find_next_to_detach() -> ArchivedMonth | None:
    """Return the month that `wallet_detach_month()` detaches next: the oldest that two people decided on. One query."""
    decided = ArchivedMonth.objects.filter(detached=None, detachments__decision__approved=True)
    return decided.order_by("until", "pk").first()


def list_months() -> QuerySet[ArchivedMonth]:
    """Return all months in the archive, newest first, with `detached_at`."""
    months = ArchivedMonth.objects.annotate(detached_at=F("detached__detached_at"))
    return months.order_by("-until", "source")


def proposable_months() -> QuerySet[ArchivedMonth]:
    """Return the months that are still in the database and have no proposal that waits or was approved, oldest first."""
    open_ = Detachment.objects.exclude(decision__approved=False)
    months = ArchivedMonth.objects.filter(detached=None, source=Source.ENTRIES)
    return months.exclude(pk__in=open_.values("month")).order_by("until", "source")


def pending_detachments() -> QuerySet[Detachment]:
    """Return the proposals without a decision, oldest first."""
    rows = Detachment.objects.filter(decision=None)
    return rows.select_related("month", "proposed_by").order_by("id")


def decided_detachments() -> QuerySet[Detachment]:
    rows = Detachment.objects.filter(decision__isnull=False)
    return rows.select_related("month", "proposed_by", "decision__decided_by").order_by("-id")
