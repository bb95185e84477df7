"""Write the exports that the profile asks for, once each period is closed; each is checked against its schema first."""

import hashlib
from collections.abc import Iterator
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


def export_path(name: str, period: Period) -> Path:
    """Return the path of an export."""
    return Path(settings.ARCHIVE) / "regulator" / name / f"{name_period(period)}.xml"


def write_due_exports(now: datetime) -> int:
    """Write the exports that are due and missing; return how many. One that cannot be made raises an alarm, once a period."""
    profile, last = profile_in_force(), find_last_closed()
    if last is None:
        return 0
    first = max(_first_closed(), last - _BACK * DAY)
    return sum(
        _write_once(name, period, profile.export_target, now)
        for name in profile.exports
        for period in find_periods(name, profile.export_interval, first, last)
    )


def find_periods(name: str, interval: str, first: date, last: date) -> Iterator[Period]:
    """Yield the whole days, weeks or months of an export between two closed days, oldest first."""
    yield from _LENGTHS[interval](first, last)
    known = EXPORTS.get(name)
    if known is not None and known.is_also_monthly and interval != "monthly":
        yield from _months(first, last)


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


def _write_once(name: str, period: Period, target: str, now: datetime) -> bool:
    subject, once = f"regulator {name}", name_period(period)
    kinds = (EventKind.REGULATOR_EXPORT_WRITTEN, EventKind.REGULATOR_EXPORT_FAILED)
    if Event.objects.filter(kind=kinds[0], subject=subject, once=once).exists():
        return False
    content, fault = _make(name, period, target, now)
    if fault:
        record_once(kinds[1], subject=subject, data={"period": once, "error": fault}, once=once)
        return False
    path = export_path(name, period)
    _store(path.with_name("schema.xsd"), write_xsd(EXPORTS[name].schema).encode())
    digest = _store(path, content)
    return record_once(
        kinds[0], subject=subject, data={"period": once, "sha256": digest}, once=once
    )


def _make(name: str, period: Period, target: str, now: datetime) -> tuple[bytes, str]:
    """Return the document, and why it cannot be delivered, if so."""
    export = EXPORTS.get(name)
    if export is None:
        return b"", "unknown_export"
    if target != FOLDER:
        return b"", "target_not_installed"
    return _build(export, period, now)


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
