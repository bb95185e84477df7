"""Export of the event chain to a file that `journal/exported.py` verifies on its own."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from django.db import connection

from journal import exported

_BATCH: Final = 5000
_LINKS: Final = """
    SELECT n, source, public.journal_record_content(source, row_id)::text, previous, hash
    FROM journal_link WHERE n > %s ORDER BY n LIMIT %s
"""


def export_lines(after: int = 0) -> Iterator[str]:
    """Yield every link after this number with its record, one JSON object per line.

    Links are append-only, so batches need no common snapshot. A missing record has no content,
    which the verifier reports.
    """
    while True:
        with connection.cursor() as cursor:
            cursor.execute(_LINKS, [after, _BATCH])
            rows = cursor.fetchall()
        for n, source, content, previous, own in rows:
            yield exported.format_line(n, source, content or "", bytes(previous), bytes(own))
        if len(rows) < _BATCH:
            return
        after = rows[-1][0]


def read_verifier_source() -> str:
    """Return the source of the verifier: one Python file without dependencies."""
    return Path(exported.__file__).read_text(encoding="utf-8")
