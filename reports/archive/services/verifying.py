"""Compare archived reports with the SHA-256 in their day's row and in the chain of events."""

import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from django.utils import timezone

from journal.models import Event, EventKind
from journal.refusals import NotFound, Refusal
from journal.services.recording import record_once
from reports.archive.refusals import ReportAltered, ReportMissing
from reports.archive.services.writing import hash_file, report_path
from reports.models import ArchivedDay

_log: Final = logging.getLogger(__name__)


def verify_reports() -> int:
    """Compare every archived report; return how many are missing or altered. Each raises an alarm once a day."""
    return sum(_count_faults(day) for day in ArchivedDay.objects.order_by("day").iterator())


def _count_faults(day: ArchivedDay) -> int:
    return sum(1 for name in day.files if _find_fault(day, name) is not None)


def _find_fault(day: ArchivedDay, name: str) -> Refusal | None:
    try:
        check_report(day, name)
    except Refusal as fault:
        return fault
    return None


def check_report(day: ArchivedDay, name: str) -> Path:
    """Return the path of a report that is as it was written.

    Raises NotFound; ReportMissing and ReportAltered after an alarm.
    """
    if name not in day.files:
        raise NotFound
    try:
        _compare(day, name)
    except Refusal as fault:
        _report_fault(day, name, fault)
        raise
    return report_path(day.day, name)


def _compare(day: ArchivedDay, name: str) -> None:
    try:
        found = hash_file(report_path(day.day, name))
    except OSError as error:
        raise ReportMissing(detail=str(error)) from error
    if found != day.files[name]["sha256"]:
        raise ReportAltered(detail=f"{name}: file")
    if f"{name} {found}" not in _digests_in_chain(day):
        raise ReportAltered(detail=f"{name}: event")


def _digests_in_chain(day: ArchivedDay) -> Iterator[str]:
    told = Event.objects.filter(kind=EventKind.REPORTS_ARCHIVED, subject=f"day {day.day}")
    for data in told.values_list("data", flat=True):
        yield from data["files"]


def _report_fault(day: ArchivedDay, name: str, fault: Refusal) -> None:
    data = {"report": name, "code": fault.code}
    today = timezone.now().date().isoformat()
    if record_once(
        EventKind.REPORT_ALTERED, subject=f"day {day.day}", data=data, once=f"{name} {today}"
    ):
        _log.error("An archived report is missing or altered", extra={"report": name})
