"""Repeated answers that survive a failover."""

from django.db import connection, transaction


def commit_replay() -> None:
    """Give a repeated answer a commit of its own, within the caller's transaction if there is one.

    A commit whose wait for the synchronous standby was cut short is visible, and a failover may
    still lose it. A later commit that the standby has confirmed comes after it in the log, so the
    standby then has both. Locking a row FOR UPDATE does the same: it also writes to the log.
    """
    with transaction.atomic(savepoint=False), connection.cursor() as cursor:
        cursor.execute("SELECT pg_logical_emit_message(true, 'ligalo', 'replay')")
