"""All export sources by name: reports, and the long lists of other apps."""

from collections.abc import Mapping
from typing import Final

from compliance.events.words.values import register_formatters
from journal.models import EventKind
from journal.words import findings
from reports.catalogue import lists, report_sheets
from reports.catalogue.sources import ExportSource
from reports.words.draws import name_test
from reports.words.findings import FINDING_FORMATTERS

SOURCES: Final[Mapping[str, ExportSource]] = {
    one.name: one for one in (*report_sheets.REPORT_SOURCES, *lists.LISTS)
}


def _title(name: str) -> str:
    return str(SOURCES[name].title) if name in SOURCES else name


findings.register_sentences(FINDING_FORMATTERS)
register_formatters((EventKind.EXPORT_MADE, EventKind.EXPORT_DOWNLOADED), {"source": _title})
register_formatters((EventKind.DRAWS_UNLIKELY,), {"random_test": name_test})
