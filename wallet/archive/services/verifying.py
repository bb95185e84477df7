"""Verify the archive: files, sums, what detached months left in the database, and the sealed blocks that they are part of."""

import hashlib
import logging
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from django.db import connection
from django.db.models import Max
from django.utils import timezone

from journal.models import EventKind
from journal.refusals import Refusal
from journal.services.recording import record_once
from wallet.archive.models import ArchivedMonth, CarriedBalance, DetachedMonth, Source
from wallet.archive.refusals import ArchiveAltered
from wallet.archive.selectors.entries import load_archived_entries
from wallet.archive.selectors.files import check_file, month_folder, open_file
from wallet.archive.services.writing import sum_file
from wallet.archive.values import TABLES, TRANSFERS
from wallet.ledger.models import Entry, Seal, Transfer

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND: Final = timedelta(microseconds=1)
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Finding:
    """What is wrong in the archive: the month, the code of the fault and its detail."""

    part: str
    code: str
    detail: str

    def __str__(self) -> str:
        return f"{self.part}: {self.code}: {self.detail}"


def check_files(month: ArchivedMonth) -> None:
    """Compare every file of a month, whatever was compared before. Raises ArchiveMissing, ArchiveAltered."""
    for name in month.files:
        check_file(month, name, again=True)


def verify_archive() -> list[Finding]:
    """Return what is wrong in the archive, and raise an alarm for each month once a day. Reads all of it."""
    findings = [*_verify_months(), *_verify_blocks()]
    today = timezone.now().date().isoformat()
    for finding in findings:
        data = {"finding": str(finding)}
        subject = f"month {finding.part}"
        if record_once(EventKind.ARCHIVE_BROKEN, subject=subject, data=data, once=today):
            _log.error("The archive is broken", extra=data)
    return findings


def _verify_months() -> Iterator[Finding]:
    for month in ArchivedMonth.objects.select_related("detached").order_by("until", "source"):
        try:
            check_files(month)
            _verify_sums(month)
        except Refusal as fault:
            yield Finding(month.part, fault.code, fault.detail)


def _verify_sums(month: ArchivedMonth) -> None:
    whole = TABLES[month.source].files[0].name
    path = month_folder(month.part) / f"{whole}.parquet"
    if sum_file(month.source, path) != (month.rows, month.totals):
        raise ArchiveAltered(detail=f"{path}: rows or sums")
    if month.source == Source.ENTRIES and hasattr(month, "detached"):
        _verify_carried(month)


def _verify_carried(month: ArchivedMonth) -> None:
    """Compare the sums that each account carries with those of its archived entries."""
    file = open_file(month, TRANSFERS)
    counts: Counter[int] = Counter()
    sums: defaultdict[int, int] = defaultdict(int)
    for number in range(file.num_row_groups):
        grouped = file.read_row_group(number, ["account_id", "amount"]).group_by("account_id")
        for row in grouped.aggregate([("amount", "sum"), ("amount", "count")]).to_pylist():
            sums[row["account_id"]] += row["amount_sum"]
            counts[row["account_id"]] += row["amount_count"]
    carried = CarriedBalance.objects.filter(month_id=month.pk)
    known = {
        one: (entries, int(amount))
        for one, entries, amount in carried.values_list("account_id", "entries", "amount")
    }
    if known != {account: (counts[account], total) for account, total in sums.items()}:
        raise ArchiveAltered(detail=f"{month.part}: the balances carried from it")


def _verify_blocks() -> Iterator[Finding]:
    """Hash the blocks with archived entries again; the ledger check reads only later ones."""
    last = DetachedMonth.objects.aggregate(last=Max("block"))["last"]
    for seal in Seal.objects.filter(number__lte=last or 0).order_by("number"):
        try:
            intact = hash_block(seal) == bytes(seal.hash)
        except Refusal as fault:
            yield Finding(f"block {seal.number}", fault.code, fault.detail)
        else:
            if not intact:
                yield Finding(f"block {seal.number}", "altered", "not as it was sealed")


def hash_block(seal: Seal) -> bytes:
    """Return the hash of a block, with the archived entries of its transfers; as `wallet_hash_block()` in seals.sql."""
    with connection.cursor() as cursor:
        cursor.execute(_MOVED, [str(seal.from_xact), str(seal.to_xact)])
        moved = cursor.fetchall()
        cursor.execute(_TOLD, [str(seal.from_xact), str(seal.to_xact)])
        told = cursor.fetchone()[0]
        cursor.execute(_BEFORE, [seal.number])
        row = cursor.fetchone()
    previous = bytes(row[0]) if row else hashlib.sha256(b"").digest()
    entries = _entries_of([pk for pk, _ in moved])
    lines = [
        f"{pk}|{_entry_text(entry)}|{rest}" for pk, rest in moved for entry in entries.get(pk, [])
    ]
    return hashlib.sha256(previous + ("\n".join(lines) + "\f" + told).encode()).digest()


# The texts of a block's transfers and records, as in `wallet_hash_block()`.
_MOVED: Final = """
    SELECT id, concat_ws('|', kind, player_id, currency_id, amount, coalesce(received, 0), coalesce(received_currency_id, '-'),
                         coalesce(round_id::text, '-'), coalesce(withdrawal_id::text, '-'), details,
                         extract(epoch FROM created_at), key,
                         coalesce((SELECT original_id FROM wallet_reversal WHERE transfer_id = wallet_transfer.id), 0))
    FROM wallet_transfer WHERE xact >= %s::text::xid8 AND xact < %s::text::xid8 ORDER BY xact, id
"""
_TOLD: Final = """
    SELECT coalesce(string_agg(name || '|' || jsonb_strip_nulls(content), E'\\n' ORDER BY xact, name COLLATE "C"), '')
    FROM wallet_sealed_records(%s::text::xid8, %s::text::xid8)
"""
_BEFORE: Final = "SELECT hash FROM wallet_seal WHERE number = %s - 1"


def _entries_of(transfers: list[int]) -> dict[int, list[Entry]]:
    """Return the entries of these transfers, from the database or the archive, by account."""
    found: defaultdict[int, list[Entry]] = defaultdict(list)
    for entry in Entry.objects.filter(transfer_id__in=transfers).order_by("account_id"):
        found[entry.transfer_id].append(entry)
    missing = Transfer.objects.filter(pk__in=[pk for pk in transfers if pk not in found])
    return {**found, **load_archived_entries(missing)}


def _entry_text(entry: Entry) -> str:
    micros = (entry.created_at - _EPOCH) // _MICROSECOND
    values: Iterable[Any] = (
        *(entry.account_id, entry.currency_id, entry.amount, entry.seq or 0),
        *(entry.balance_after or 0, f"{micros // 10**6}.{micros % 10**6:06}", entry.xact),
    )
    return "|".join(map(str, values))
