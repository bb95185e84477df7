"""Verify the archive: files, sums, what detached months left in the database, and the sealed blocks that they are part of."""

import hashlib
import logging
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import pyarrow as pa
import pyarrow.compute as pc
from django.db import connection
from django.db.models import Max
from django.utils import timezone

from journal.models import EventKind
from journal.refusals import Refusal
from journal.services.recording import record_once
from wallet.archive.models import ArchivedMonth, CarriedBalance, CarriedHold, DetachedMonth, Source
from wallet.archive.refusals import ArchiveAltered
from wallet.archive.selectors.entries import load_archived_entries
from wallet.archive.selectors.files import check_file, iterate_groups, month_folder
from wallet.archive.services.writing import sum_file
from wallet.archive.values import ACCOUNTS, TABLES, TRANSFERS
from wallet.ledger.models import Account, Entry, HouseAccount, Seal, Transfer

_Carried = tuple[int, int, int | None, int | None]
_HOLDING: Final = (HouseAccount.IN_PLAY, HouseAccount.RECEIVABLE, HouseAccount.WITHDRAWAL_PENDING)
_HOLD: Final = ("house_code", "reference", "player_id", "currency_id", "amount")
_MOVED_MONEY: Final = ("transfer_id", "account_id", "currency_id", "amount")
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
    """Compare what a month left behind with its archived entries."""
    left = CarriedBalance.objects.filter(month_id=month.pk).values_list(
        "account_id", "entries", "amount", "last_seq", "balance_after"
    )
    balances = {row[0]: (row[1], int(row[2]), *row[3:]) for row in left}
    if balances != _sum_accounts(month):
        raise ArchiveAltered(detail=f"{month.part}: the balances carried from it")
    holds: Counter[tuple[Any, ...]] = Counter()
    for *key, amount in CarriedHold.objects.filter(month_id=month.pk).values_list(*_HOLD):
        holds[tuple(key)] += amount
    if holds != _sum_holds(month):
        raise ArchiveAltered(detail=f"{month.part}: the money held at its end")


def _sum_accounts(month: ArchivedMonth) -> dict[int, _Carried]:
    """Return the number of entries of each account, their sum, and a player's last number with its balance."""
    counts: Counter[int] = Counter()
    sums: Counter[int] = Counter()
    for table in iterate_groups(month, TRANSFERS, ["account_id", "amount"]):
        grouped = table.group_by("account_id").aggregate([("amount", "sum"), ("amount", "count")])
        for row in grouped.to_pylist():
            sums[row["account_id"]] += row["amount_sum"]
            counts[row["account_id"]] += row["amount_count"]
    last: dict[int, tuple[int, int]] = {}
    for table in iterate_groups(month, ACCOUNTS, ["account_id", "seq", "balance_after"]):
        # in the order of the numbers, so each account's last row is kept
        last.update({account: (seq, after) for account, seq, after in _rows(table)})
    return {one: (counts[one], sums[one], *last.get(one, (None, None))) for one in sums}


def _sum_holds(month: ArchivedMonth) -> Counter[tuple[Any, ...]]:
    """Return the money that each round, withdrawal and debt moved in a month and did not settle in it."""
    accounts = Account.objects.filter(house_code__in=_HOLDING)
    codes = dict(accounts.values_list("pk", "house_code"))
    sums: Counter[tuple[Any, ...]] = Counter()
    for table in iterate_groups(month, TRANSFERS, _MOVED_MONEY):
        own = table.filter(pc.is_in(table["account_id"], pa.array(codes, pa.int64())))
        moved = Transfer.objects.in_bulk(own["transfer_id"].to_pylist())
        for pk, account, currency, amount in _rows(own):
            code, transfer = codes[account], moved[pk]
            by_cash = code == HouseAccount.WITHDRAWAL_PENDING
            reference = transfer.withdrawal_id if by_cash else transfer.round_id
            sums[code, reference, transfer.player_id, currency] += amount
        sums = Counter({key: amount for key, amount in sums.items() if amount})
    return sums


def _rows(table: "pa.Table") -> Iterator[tuple[Any, ...]]:
    return zip(*(column.to_pylist() for column in table.columns), strict=True)


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
