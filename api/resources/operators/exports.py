"""Exports as the operator's systems read them."""

from dataclasses import dataclass
from datetime import datetime

from reports.models import Export


@dataclass(frozen=True, slots=True)
class DownloadLink:
    """Address of a finished file, and when it ends."""

    url: str
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class ExportRecord:
    """An export; `link` once its file is there."""

    export: Export
    link: DownloadLink | None
