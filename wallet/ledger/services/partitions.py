"""The months of the ledger's entries."""

from django.db import connection


def make_partitions() -> int:
    """Make the partitions of two months before this one to three after it, where missing; return how many.

    Safe to repeat and to run beside transfers: none waits. The rights are the function's own
    (decision 0007), so whoever may post may call it.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT public.wallet_make_partitions()")
        return int(cursor.fetchone()[0])
