"""Copies a day's ledger into Parquet, reads it back and reconciles it. Needs `ligalo-client[parquet]`.

    python clients/python/examples/copy_ledger.py http://127.0.0.1:8000 2026-11-30 ledger.parquet

The service key comes from LIGALO_KEY and needs the scopes `ledger:read` and `reports:read`. The day
is the operator's: it begins at midnight in `--zone`.
"""

import argparse
import os
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any, Final
from zoneinfo import ZoneInfo

import pyarrow as pa
import pyarrow.parquet as pq

from ligalo_client import Ligalo, iterate_rows
from ligalo_client.generated.types import UNSET
from ligalo_client.models import GetReportAccounts, GetReportPeriod, TransferRecord

_MONEY: Final = pa.decimal128(24, 4)
SCHEMA: Final = pa.schema(
    [
        ("transfer", pa.int64()),
        ("key", pa.string()),
        ("kind", pa.string()),
        ("player", pa.int64()),
        ("round", pa.string()),
        ("created_at", pa.timestamp("us", tz="UTC")),
        ("account", pa.string()),
        ("currency", pa.string()),
        ("amount", _MONEY),
        ("balance_after", _MONEY),
    ]
)
_ROWS: Final = 10_000
_REPORTED: Final = {"deposit": "Deposit", "bonus": "Bonus", "adjust": "Adjustment"}
"""Kinds of transfers of players that the cash report lists, with its words in English."""

_PLAY: Final = "PLY"
"""Play money, which reports leave out."""


def list_entries(transfer: TransferRecord) -> Iterator[dict[str, Any]]:
    """Yield a row for each entry of a transfer."""
    for entry in transfer.entries:
        after = entry.balance_after
        yield {
            "transfer": transfer.id,
            "key": str(transfer.key),
            "kind": str(transfer.kind),
            "player": transfer.player,
            "round": None if transfer.round_ is None else str(transfer.round_),
            "created_at": transfer.created_at,
            "account": str(entry.account),
            "currency": str(entry.amount.currency),
            "amount": Decimal(entry.amount.amount),
            "balance_after": None if after is None else Decimal(after.amount),
        }


def copy_ledger(casino: Ligalo, since: datetime, until: datetime, file: Path) -> str | None:
    """Write the entries from `since` to before `until`; return the cursor of what comes later."""
    transfers = iterate_rows(casino.list_transfers, since=since, until=until, limit=200)
    rows: list[dict[str, Any]] = []
    with pq.ParquetWriter(file, SCHEMA) as writer:
        for transfer in transfers:
            rows += list_entries(transfer)
            if len(rows) >= _ROWS:
                writer.write_table(pa.Table.from_pylist(rows, SCHEMA))
                rows = []
        writer.write_table(pa.Table.from_pylist(rows, SCHEMA))
    return transfers.cursor


def sum_amounts(rows: Sequence[Mapping[str, Any]], *by: str) -> Mapping[tuple[Any, ...], Decimal]:
    """Return the sums of the amounts by the values of these columns."""
    sums: defaultdict[tuple[Any, ...], Decimal] = defaultdict(Decimal)
    for row in rows:
        sums[tuple(row[name] for name in by)] += row["amount"]
    return sums


def find_unbalanced(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return what does not add up to zero: transfers and the whole, in each currency."""
    found = [
        f"transfer {transfer}: {total} {currency}"
        for (transfer, currency), total in sum_amounts(rows, "transfer", "currency").items()
        if total
    ]
    whole = sum_amounts(rows, "currency").items()
    return found + [f"all entries: {total} {currency}" for (currency,), total in whole if total]


def load_reported(casino: Ligalo, day: date) -> Mapping[tuple[str, str], Decimal]:
    """Return what players got on a day by the cash report, by movement and currency, test accounts included."""
    sums: defaultdict[tuple[str, str], Decimal] = defaultdict(Decimal)
    for accounts in (UNSET, GetReportAccounts.TEST):
        report = casino.get_report(
            "cash", period=GetReportPeriod.RANGE, since=day, until=day, accounts=accounts
        )
        for row in report.sections[0].rows:
            line = row.to_dict()
            if line["kind"] in _REPORTED.values():
                sums[line["kind"], line["currency"]] += Decimal(line["amount"]["amount"])
    return sums


def find_unreported(casino: Ligalo, rows: Sequence[Mapping[str, Any]], day: date) -> list[str]:
    """Return the differences between what players got by the copy and by the cash report."""
    own = [
        row
        for row in rows
        if row["account"] == "player" and row["kind"] in _REPORTED and row["currency"] != _PLAY
    ]
    copied = {
        (_REPORTED[kind], currency): total
        for (kind, currency), total in sum_amounts(own, "kind", "currency").items()
    }
    reported = load_reported(casino, day)
    return [
        f"{key}: copied {copied.get(key)}, reported {reported.get(key)}"
        for key in sorted(copied.keys() | reported.keys())
        if copied.get(key) != reported.get(key)
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """Return 0 if the copy adds up and agrees with the report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("url")
    parser.add_argument("day", type=date.fromisoformat)
    parser.add_argument("file", type=Path)
    parser.add_argument("--zone", type=ZoneInfo, default=ZoneInfo("UTC"))
    given = parser.parse_args(arguments)
    since = datetime.combine(given.day, time(), given.zone)
    with Ligalo(given.url, service_key=os.environ["LIGALO_KEY"]) as casino:
        cursor = copy_ledger(casino, since, since + timedelta(days=1), given.file)
        rows = pq.read_table(given.file).to_pylist()
        wrong = find_unbalanced(rows) + find_unreported(casino, rows, given.day)
    for (account, currency), total in sorted(sum_amounts(rows, "account", "currency").items()):
        print(f"{account:20} {total:>20} {currency}")
    print(f"{len(rows)} entries; later ones follow {cursor}")
    print("\n".join(wrong) or "Everything adds up.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
