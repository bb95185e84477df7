"""Sealing: ledger blocks are hashed into a chain once a minute, outside the requests of the game."""

import logging
from typing import Final

from django.db import connection, transaction
from django.utils import timezone

from journal.models import EventKind
from journal.services.recording import record
from wallet.ledger.models import Seal
from wallet.ledger.services import seal_files

BLOCK_TRANSFERS: Final = 20_000
"""Approximate number of transfers per block, so that sealing and verifying one takes a second or two."""

_log = logging.getLogger(__name__)


def seal_ledger() -> int:
    """Seal all final rows and write the seals to files; return the number of entries and records sealed.

    Not inside a transaction. Each block is written before the next is sealed: a crash leaves at most one block without
    its line, which the next run writes, and nothing is sealed while files cannot be written.
    """
    write_missing_seals()
    sealed = 0
    while rows := _seal_block():
        sealed += rows
        write_missing_seals()
    return sealed


def _seal_block() -> int:
    with transaction.atomic(durable=True), connection.cursor() as cursor:
        cursor.execute("SELECT public.seal_ledger(%s)", [BLOCK_TRANSFERS])
        row = cursor.fetchone()
    return int(row[0]) if row else 0


def write_missing_seals() -> None:
    """Append the seals after the last line of the files, one process at a time.

    Lines that were lost are not rewritten from the database, which may have been changed since: a line of the ledger
    check stays broken until they are restored from a copy or refilled by a person (`refill_seal_files`).
    """
    with seal_files.lock_files():
        missing = list(
            Seal.objects.filter(number__gt=seal_files.last_written_block()).order_by("number")
        )
        young = timezone.now() - seal_files.WRITTEN_WITHIN
        old = [seal for seal in missing if seal.sealed_at < young]
        if len(old) > 1:
            _log.error(
                "Seals are missing from the files",
                extra={"first": old[0].number, "last": old[-1].number},
            )
            missing = [seal for seal in missing if seal.sealed_at >= young]
        if missing:
            seal_files.append_seals(missing)


def refill_seal_files() -> list[Seal]:
    """Write every seal missing in the files, from the database, to marked files; record an event and return them.

    For a person who has made sure that there is no copy to restore.
    """
    with seal_files.lock_files():
        known = seal_files.written_blocks()
        missing = [seal for seal in Seal.objects.order_by("number") if seal.number not in known]
        if missing:
            seal_files.append_seals(missing, refilled=True)
            blocks = {
                "first": missing[0].number,
                "last": missing[-1].number,
                "blocks": len(missing),
            }
            record(EventKind.SEALS_REFILLED, subject="ledger", data=blocks)
    return missing
