"""Sealing: the ledger's blocks are hashed into a chain once a minute, off the path of play."""

from typing import Final

from django.db import connection, transaction

from wallet import seal_files
from wallet.models import Seal

AT_ONCE: Final = 20_000
"""Transfers in a block, about, so that one is sealed and verified in a second or two."""

_FILES_LOCK: Final = 0x4C676F46


def seal_ledger() -> int:
    """Seal everything that is final, and write the seals outside the database; return how many entries were sealed.

    Not inside a transaction. Whoever dies in between leaves seals without their lines, which the next run writes.
    """
    sealed = 0
    while entries := _seal_block():
        sealed += entries
    write_missing()
    return sealed


def _seal_block() -> int:
    with transaction.atomic(durable=True), connection.cursor() as cursor:
        cursor.execute("SELECT public.seal_ledger(%s)", [AT_ONCE])
        row = cursor.fetchone()
    return int(row[0]) if row else 0


def write_missing() -> None:
    """Write the seals that the files do not have yet, one process at a time."""
    with transaction.atomic(durable=True):
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_FILES_LOCK])
        missing = Seal.objects.filter(number__gt=seal_files.last_written()).order_by("number")
        seal_files.write(list(missing))
