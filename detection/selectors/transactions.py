"""Which transactions may still commit rows with an earlier id than those already read."""

from typing import Final

from django.db import connection

_NEXT: Final = "SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint"
# Snapshots list the transactions of all databases of the server: those of others are left out. One without a lock is over.
_EARLIER: Final = """
    SELECT EXISTS (
        SELECT FROM pg_snapshot_xip(pg_current_snapshot()) AS running
             JOIN pg_locks AS held ON held.locktype = 'transactionid' AND held.transactionid = running::xid
                  AND held.mode = 'ExclusiveLock' AND held.granted
             LEFT JOIN pg_stat_activity AS session ON session.pid = held.pid
        WHERE running::text::bigint < %s AND coalesce(session.datname = current_database(), true))
"""


def find_next_transaction() -> int:
    """Return a number above those of all transactions that have begun to write."""
    with connection.cursor() as cursor:
        cursor.execute(_NEXT)
        return int(cursor.fetchone()[0])


def does_earlier_run(number: int) -> bool:
    """True while a transaction of this database with a number below `number` runs."""
    with connection.cursor() as cursor:
        cursor.execute(_EARLIER, [number])
        return bool(cursor.fetchone()[0])
