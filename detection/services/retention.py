"""Columns of old days are deleted; rounds, outcomes and flags stay."""

from datetime import timedelta
from typing import Final

from django.db import connection
from django.utils import timezone

KEPT_DAYS: Final = 400
"""Longer than a year, over which false alarms are limited; flags and cases keep the ids of their rounds."""

AT_ONCE: Final = 5_000
_DELETE: Final = """
    DELETE FROM detection_playerday WHERE id IN (SELECT id FROM detection_playerday WHERE day < %s ORDER BY day LIMIT %s)
"""


def delete_old_columns() -> int:
    """Delete the columns of days that are older than `KEPT_DAYS`. Returns how many."""
    last, deleted = timezone.now().date() - timedelta(days=KEPT_DAYS), 0
    while True:
        with connection.cursor() as cursor:
            cursor.execute(_DELETE, [last, AT_ONCE])
            if not cursor.rowcount:
                return deleted
            deleted += cursor.rowcount
