"""What is known outside the database and is newer than it: signs that database and markers were set back together."""

import re
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Final

from django.db import connection

from casino.models import LogLine
from compliance.restores.selectors.payments import PaymentsToCompare, find_payments_to_compare
from compliance.restores.values import LogHead
from restores.models import OutsideComparison, ServerHeartbeat
from restores.selectors import load_generation, read_server
from restores.values.marker import MarkerUnreadable, find_marker_files, read_marker
from wallet.cash.selectors.provider_comparison import DifferenceKind

LOG_FILE: Final = re.compile(r"[0-9A-F]{24}")
"""Name of a file of the write-ahead log."""
_TIMELINE: Final = 8  # characters
# at a file's first byte, PostgreSQL names the file before it
_PRESENT_FILE: Final = "SELECT pg_walfile_name(pg_current_wal_insert_lsn() + 1)"


def find_newer_log_line(head: LogHead) -> str:
    """Return how a mirror of the public log is ahead of the database, or contradicts it; "" if it is not."""
    stored = LogLine.objects.filter(n=head.number).values_list("hash", flat=True).first()
    if stored is not None:
        return "" if stored == head.hash else f"line {head.number} of the public log differs"
    if OutsideComparison.objects.filter(log_number__gte=head.number).exists():
        return ""  # a restore that was found lost it
    return f"line {head.number} of the public log is not in the database"


def find_newer_log_file(archived: str) -> str:
    """Return how the newest archived file of the write-ahead log is ahead of the server; "" if it is not."""
    with connection.cursor() as cursor:
        cursor.execute(_PRESENT_FILE)
        present = str(cursor.fetchone()[0])
    # a file is archived when it is complete: the present one cannot be
    is_same = archived[:_TIMELINE] == present[:_TIMELINE]
    if archived[:_TIMELINE] > present[:_TIMELINE] or (is_same and archived >= present):
        return f"log file {archived} is archived, the server writes {present}"
    return ""


def find_newer_markers(folder: Path) -> Iterator[str]:
    """Yield how markers of a copied folder are ahead of the database. Raises MarkerUnreadable."""
    system, generation = read_server().system, load_generation()
    known = dict(ServerHeartbeat.objects.values_list("pk", "number"))
    for file in find_marker_files(folder):
        if (marker := read_marker(file)) is None:
            raise MarkerUnreadable(str(file))
        if marker.generation > generation:
            yield f"{file} knows a release that the database does not know"
        elif (marker.generation, marker.system) == (generation, system):
            number = known.get(marker.writer, 0)
            if number < marker.number:
                yield f"{file} knows heartbeat {marker.number}, the database {number}"


def find_newer_payments(since: datetime) -> tuple[list[str], PaymentsToCompare]:
    """Return payments that providers report and the database does not have, and everything that was compared."""
    compared = find_payments_to_compare(since)
    unknown = [
        f"{one['provider']} reports payment {one['reference']}, which the database does not have"
        for one in compared.lines
        if one["difference"] == DifferenceKind.UNKNOWN.value
    ]
    return unknown, compared
