"""Write a month to the archive: Parquet files, compared row by row with the database, and a manifest."""

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq
from django.conf import settings
from django.db import transaction

from journal.models import EventKind
from journal.services.recording import record
from journal.values import line_files
from wallet.archive.models import ArchivedMonth
from wallet.archive.refusals import ArchiveAltered, NotArchivable
from wallet.archive.selectors.files import compute_digest, month_folder
from wallet.archive.selectors.months import find_parts
from wallet.archive.selectors.rows import iterate_batches, read_schema, sum_part
from wallet.archive.values import TABLES, FileSpec, Part

MANIFEST: Final = "manifest.json"


def write_due_months() -> int:
    """Archive every month that is older than `ARCHIVE_AFTER_MONTHS`, if that is set; return how many. Idempotent."""
    months = settings.ARCHIVE_AFTER_MONTHS
    return len([write_month(part.name) for part in find_parts(months)]) if months else 0


def write_month(name: str) -> ArchivedMonth:
    """Archive a partition by its name. It stays in the database until it is detached.

    Not inside a transaction: it is read in short queries, and its rows do not change. Raises NotArchivable,
    ArchiveAltered if a file differs from the database.
    """
    with line_files.lock_folder(Path(settings.ARCHIVE)):
        part = next((one for one in find_parts() if one.name == name), None)
        if part is None:
            raise NotArchivable(detail=name)
        rows, totals = sum_part(part)
        schema, folder = read_schema(part.source), month_folder(part.name)
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        files = {file.name: _write_file(part, file, schema) for file in TABLES[part.source].files}
        whole = TABLES[part.source].files[0].name
        if (rows, totals) != sum_file(part.source, folder / f"{whole}.parquet"):
            raise ArchiveAltered(detail=str(folder))
        return _keep(part, {"rows": rows, "totals": totals, "files": files})


def _write_file(part: Part, file: FileSpec, schema: "pa.Schema") -> Mapping[str, Any]:
    """Write a file, compare it with the database and return its rows, bytes and SHA-256."""
    path = month_folder(part.name) / f"{file.name}.parquet"
    draft = path.with_suffix(".part")
    rows = 0
    with pq.ParquetWriter(draft, schema, compression="zstd") as writer:
        for batch in iterate_batches(part, file, schema):
            writer.write_table(batch)
            rows += batch.num_rows
    _compare(draft, iterate_batches(part, file, schema))
    with draft.open("rb") as written:
        os.fsync(written.fileno())
    draft.replace(path)
    line_files.sync_folder(path.parent)
    return {"rows": rows, "bytes": path.stat().st_size, "sha256": compute_digest(path)}


def _compare(path: Path, batches: Iterator["pa.Table"]) -> None:
    written = pq.ParquetFile(path)
    count = 0
    for number, batch in enumerate(batches):
        if number >= written.num_row_groups or not written.read_row_group(number).equals(batch):
            raise ArchiveAltered(detail=f"{path}, row group {number}")
        count += 1
    if count != written.num_row_groups:
        raise ArchiveAltered(detail=str(path))


def sum_file(source: str, path: Path) -> tuple[int, dict[str, int]]:
    """Return the number of rows of a file with every row, and the sums of their amounts by currency."""
    spec, file = TABLES[source], pq.ParquetFile(path)
    totals: dict[str, int] = {}
    named = not spec.currency.startswith("'")
    for number in range(file.num_row_groups):
        columns = [spec.amount, *([spec.currency] if named else [])]
        table = file.read_row_group(number, columns)
        codes = table[spec.currency] if named else pa.array([spec.currency.strip("'")] * len(table))
        sums = pa.table({"code": codes, "sum": table[spec.amount]}).group_by("code")
        for row in sums.aggregate([("sum", "sum")]).to_pylist():
            totals[row["code"]] = totals.get(row["code"], 0) + row["sum_sum"]
    return file.metadata.num_rows, totals


def _keep(part: Part, facts: Mapping[str, Any]) -> ArchivedMonth:
    told = {
        "source": part.source,
        "part": part.name,
        "since": part.since.isoformat() if part.since else None,
        "until": part.until.isoformat(),
        **facts,
    }
    _write_manifest(month_folder(part.name) / MANIFEST, json.dumps(told, indent=1) + "\n")
    with transaction.atomic():
        month = ArchivedMonth.objects.create(
            source=part.source, part=part.name, since=part.since, until=part.until, **facts
        )
        record(EventKind.MONTH_ARCHIVED, subject=f"month {part.name}", data=told)
    return month


def _write_manifest(path: Path, text: str) -> None:
    """Write the file whole, and flush it to disk."""
    draft = path.with_suffix(".part")
    with draft.open("w", encoding="ascii") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
    line_files.sync_folder(path.parent)
