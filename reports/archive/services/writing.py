"""Write the reports of a closed day as they are first made, with their SHA-256 in a row and in the chain of events."""

import gzip
import hashlib
import os
from datetime import date, datetime
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.db import connection, transaction
from django.utils.translation import override

from journal.models import EventKind
from journal.services.recording import record
from reports.archive.selectors.days import find_next_day
from reports.catalogue.report_sheets import build_archived_sheet
from reports.catalogue.reports import REPORTS, Report
from reports.files import Format, write_sheet
from reports.models import ArchivedDay

_LOCK: Final = 0x72617263
_LANGUAGE: Final = "en"


def day_folder(day: date) -> Path:
    """Return the folder with the reports of a day."""
    return Path(settings.ARCHIVE) / "reports" / day.isoformat()


def report_path(day: date, name: str) -> Path:
    """Return the path of a day's report."""
    return day_folder(day) / f"{name}.csv.gz"


@transaction.atomic(durable=True)
def archive_next_day(now: datetime) -> date | None:
    """Write the reports of the oldest day that is not in the archive; return it, None if none is due.

    A crash leaves files without a row: they are written again. Does nothing if another process does it.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [_LOCK])
        if not cursor.fetchone()[0] or (day := find_next_day(now)) is None:
            return None
        cursor.execute("SET LOCAL statement_timeout = 0")
    day_folder(day).mkdir(parents=True, exist_ok=True)
    files = {one.name: _write_report(one, day) for one in REPORTS if one.own is None}
    ArchivedDay.objects.create(day=day, files=files)
    record(EventKind.REPORTS_ARCHIVED, subject=f"day {day}", data={"files": list_digests(files)})
    return day


def _write_report(report: Report, day: date) -> dict[str, Any]:
    path = report_path(day, report.name)
    part = path.with_suffix(".part")
    with override(_LANGUAGE), gzip.open(part, "wb") as file:
        rows = write_sheet(build_archived_sheet(report, day), file, Format.DATA)  # type: ignore[arg-type]  # a gzip file is a binary stream too
    digest = hash_file(part)
    with part.open("rb") as file:
        os.fsync(file.fileno())
    part.replace(path)
    return {"rows": rows, "bytes": path.stat().st_size, "sha256": digest}


def hash_file(path: Path) -> str:
    """Return the SHA-256 of a file in hexadecimal. Raises OSError."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def list_digests(files: dict[str, Any]) -> list[str]:
    """Return the digests as the event names them: report and SHA-256."""
    return [f"{name} {written['sha256']}" for name, written in sorted(files.items())]
