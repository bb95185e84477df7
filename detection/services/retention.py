"""Columns of old days are emptied; their counts, rounds, outcomes and flags stay."""

from datetime import timedelta
from typing import Final

from django.db import connection
from django.utils import timezone

KEPT_DAYS: Final = 400
"""Longer than a year, over which false alarms are limited; flags and cases keep the ids of their rounds."""

AT_ONCE: Final = 5_000
_EMPTY: Final = """
    UPDATE detection_playerday SET columns = ''
    WHERE id IN (SELECT id FROM detection_playerday WHERE day < %s AND columns <> '' ORDER BY day LIMIT %s)
"""


def delete_old_columns() -> int:
    """Empty the columns of days that are older than `KEPT_DAYS`. Returns how many.

    The days stay with the numbers of their units, by which a player's next look is found.
    """
    last, emptied = timezone.now().date() - timedelta(days=KEPT_DAYS), 0
    while True:
        with connection.cursor() as cursor:
            cursor.execute(_EMPTY, [last, AT_ONCE])
            if not cursor.rowcount:
                return emptied
            emptied += cursor.rowcount
