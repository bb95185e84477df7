"""Everything that can be exported, by name: the reports, and the long lists of the other apps."""

from collections.abc import Mapping
from typing import Final

from compliance.events.words.values import tell
from journal.models import Kind
from journal.words import findings
from reports.catalogue import lists, reports
from reports.catalogue.sources import Source
from reports.words.findings import TOLD

SOURCES: Final[Mapping[str, Source]] = {one.name: one for one in (*reports.SOURCES, *lists.LISTS)}


def _title(name: str) -> str:
    return str(SOURCES[name].title) if name in SOURCES else name


findings.tell(TOLD)
tell((Kind.EXPORT_MADE, Kind.EXPORT_DOWNLOADED), {"source": _title})
