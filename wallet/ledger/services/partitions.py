"""Monthly partitions of the ledger entries."""

from django.db import connection


def make_partitions() -> int:
    """Create missing partitions from two months back to three months ahead; return how many.

    Idempotent, and does not block transfers. The SQL function runs with its owner's rights (decision 0007).
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT public.wallet_make_partitions()")
        return int(cursor.fetchone()[0])
