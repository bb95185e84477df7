"""Write the exports that the profile asks for, once each period is closed; each is checked against its schema first."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Final
from xml.etree import ElementTree as ET

from django.conf import settings

from journal.models import Event, EventKind
from journal.services.recording import record_once
from profiles.selectors.in_force import profile_in_force
from reports.models import ClosedDay, ClosedPart
from reports.regulators.selectors.building import EXPORTS, RegulatorExport, name_period
from reports.regulators.values.schema import find_faults, write_xsd
from reports.selectors.period_query import find_last_closed
from reports.values.period import DAY, Period

FOLDER: Final = "folder"
_BACK: Final = 31
"""Days whose exports are made up for if none was made."""

_OPERATOR: Final = "ligalo"


def export_path(name: str, document: str, period: Period) -> Path:
    """Return the path of a document of an export."""
    return Path(settings.ARCHIVE) / "regulator" / name / document / f"{name_period(period)}.xml"


def write_due_exports(now: datetime) -> int:
    """Write the documents that are due and missing; return how many. One that cannot be made raises an alarm, once a period."""
    profile, last = profile_in_force(), find_last_closed()
    if last is None:
        return 0
    first = max(_first_closed(), last - _BACK * DAY)
    return sum(
        _write_once(_Due(name, export, period), profile.export_target, now)
        for name in profile.exports
        for export in EXPORTS.get(name, (None,))
        for period in find_periods(export, profile.export_interval, first, last)
    )


def find_periods(
    export: RegulatorExport | None, interval: str, first: date, last: date
) -> Iterator[Period]:
    """Yield the whole days, weeks or months of an export between two closed days, oldest first."""
    return _LENGTHS[(export and export.interval) or interval](first, last)


def _days(first: date, last: date) -> Iterator[Period]:
    return (Period.day(first + n * DAY) for n in range((last - first).days + 1))


def _weeks(first: date, last: date) -> Iterator[Period]:
    """Yield the weeks from Monday to Sunday that ended."""
    for period in _days(first, last):
        if period.first.isoweekday() == 7:  # noqa: PLR2004 - Sunday
            yield Period.of_days(period.first - timedelta(days=6), period.first)


def _months(first: date, last: date) -> Iterator[Period]:
    """Yield the months that ended."""
    for period in _days(first, last):
        if (period.first + DAY).day == 1:
            yield Period.of_days(period.first.replace(day=1), period.first)


_LENGTHS: Final = {"daily": _days, "weekly": _weeks, "monthly": _months}


def _first_closed() -> date:
    figures = ClosedDay.objects.filter(part=ClosedPart.FIGURES).order_by("day")
    return figures.values_list("day", flat=True)[0]


@dataclass(frozen=True, slots=True)
class _Due:
    """A document of an export for a period; None if the export is unknown."""

    name: str
    export: RegulatorExport | None
    period: Period

    @property
    def once(self) -> str:
        document = self.export.name if self.export else ""
        return f"{document} {name_period(self.period)}".strip()


def _write_once(due: _Due, target: str, now: datetime) -> bool:
    subject, once = f"regulator {due.name}", due.once
    written = EventKind.REGULATOR_EXPORT_WRITTEN
    if Event.objects.filter(kind=written, subject=subject, once=once).exists():
        return False
    content, fault = _make(due, target, now)
    if fault or due.export is None:
        data = {"period": once, "error": fault}
        record_once(EventKind.REGULATOR_EXPORT_FAILED, subject=subject, data=data, once=once)
        return False
    path = export_path(due.name, due.export.name, due.period)
    _store(path.with_name("schema.xsd"), write_xsd(due.export.schema).encode())
    data = {"period": once, "sha256": _store(path, content)}
    return record_once(written, subject=subject, data=data, once=once)


def _make(due: _Due, target: str, now: datetime) -> tuple[bytes, str]:
    """Return the document, and why it cannot be delivered, if so."""
    if due.export is None:
        return b"", "unknown_export"
    if target != FOLDER:
        return b"", "target_not_installed"
    return _build(due.export, due.period, now)


def _build(export: RegulatorExport, period: Period, now: datetime) -> tuple[bytes, str]:
    document = export.build(period, _OPERATOR, now)
    if faults := find_faults(export.schema, document):
        return b"", f"invalid: {faults[0]}"
    ET.indent(document)
    return ET.tostring(document, encoding="utf-8", xml_declaration=True), ""


def _store(path: Path, content: bytes) -> str:
    """Write a file, whole or not at all; return its SHA-256."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    part.write_bytes(content)
    part.replace(path)
    return hashlib.sha256(content).hexdigest()
