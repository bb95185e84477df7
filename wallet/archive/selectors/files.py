"""Files of the archive: opened after a comparison with their recorded SHA-256, and read by key."""

import hashlib
from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from django.conf import settings

from wallet.archive.models import ArchivedMonth
from wallet.archive.refusals import ArchiveAltered, ArchiveMissing

Identity = tuple[int, int, int]
# Files that this process compared, by path: their digest, with inode, size and time of change.
_compared: Final[dict[Path, tuple[str, Identity]]] = {}


def month_folder(part: str) -> Path:
    """Return the folder with the files of a month."""
    return Path(settings.ARCHIVE) / part


def compute_digest(path: Path) -> str:
    """Return the SHA-256 of a file in hexadecimal. Raises ArchiveMissing."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise ArchiveMissing(detail=str(path)) from error


def check_file(month: ArchivedMonth, name: str, *, again: bool = False) -> Path:
    """Return the path of a month's file if it is the one that was written.

    Compares it once in a process, and after each change of the file; `again`: in any case. Raises ArchiveMissing,
    ArchiveAltered.
    """
    path = month_folder(month.part) / f"{name}.parquet"
    try:
        stat = path.stat()
    except OSError as error:
        raise ArchiveMissing(detail=str(path)) from error
    identity = (stat.st_ino, stat.st_size, stat.st_mtime_ns)
    if again or _compared.get(path, ("", None))[1] != identity:
        _compared[path] = (compute_digest(path), identity)
    if _compared[path][0] != month.files[name]["sha256"]:
        raise ArchiveAltered(detail=str(path))
    return path


def check_sizes(month: ArchivedMonth) -> None:
    """Check that every file of a month is there, as long as it was written. Raises ArchiveMissing, ArchiveAltered."""
    for name, written in month.files.items():
        path = month_folder(month.part) / f"{name}.parquet"
        try:
            size = path.stat().st_size
        except OSError as error:
            raise ArchiveMissing(detail=str(path)) from error
        if size != written["bytes"]:
            raise ArchiveAltered(detail=str(path))


def open_file(month: ArchivedMonth, name: str) -> "pq.ParquetFile":
    """Return a month's file, opened. Raises ArchiveMissing, ArchiveAltered."""
    path = check_file(month, name)
    try:
        return pq.ParquetFile(path)
    except (OSError, pa.ArrowInvalid) as error:
        raise ArchiveAltered(detail=str(path)) from error


def find_rows(
    month: ArchivedMonth, name: str, key: str, wanted: Collection[int]
) -> list[dict[str, Any]]:
    """Return the rows with these values of `key`, the first key of the file. Reads only row groups that have them."""
    values = sorted(wanted)
    found: list[dict[str, Any]] = []
    for table in _read_groups(open_file(month, name), key, values):
        chosen = table.filter(pc.is_in(table[key], pa.array(values, table[key].type)))
        found += chosen.to_pylist()
    return found


def iterate_account_rows(
    month: ArchivedMonth, name: str, account: int, *, above: int, up_to: int, upward: bool
) -> Iterator[dict[str, Any]]:
    """Yield the rows of an account with numbers above `above` and up to `up_to`, in their order or backwards."""
    for table in _read_groups(open_file(month, name), "account_id", [account], upward=upward):
        own = pc.equal(table["account_id"], account)
        between = pc.and_(pc.greater(table["seq"], above), pc.less_equal(table["seq"], up_to))
        rows = table.filter(pc.and_(own, between)).to_pylist()
        yield from rows if upward else reversed(rows)


def iterate_groups(month: ArchivedMonth, name: str, columns: Sequence[str]) -> Iterator["pa.Table"]:
    """Yield columns of all rows, by row group."""
    file = open_file(month, name)
    for number in range(file.num_row_groups):
        yield file.read_row_group(number, list(columns)).select(list(columns))


def iterate_range(
    month: ArchivedMonth, name: str, column: str, low: Any, high: Any
) -> Iterator["pa.Table"]:
    """Yield the rows with `low` <= `column` < `high`, by row group."""
    file = open_file(month, name)
    for number in range(file.num_row_groups):
        first, last = _bounds(file, number, column)
        if first < high and last >= low:
            table = file.read_row_group(number)
            inside = pc.and_(pc.greater_equal(table[column], low), pc.less(table[column], high))
            yield table.filter(inside)


def _read_groups(
    file: "pq.ParquetFile", key: str, wanted: Sequence[int], *, upward: bool = True
) -> Iterator["pa.Table"]:
    numbers = range(file.num_row_groups)
    for number in numbers if upward else reversed(numbers):
        first, last = _bounds(file, number, key)
        place = bisect_left(wanted, first)
        if place < len(wanted) and wanted[place] <= last:
            yield file.read_row_group(number)


def _bounds(file: "pq.ParquetFile", group: int, column: str) -> tuple[Any, Any]:
    place = file.schema_arrow.get_field_index(column)
    statistics = file.metadata.row_group(group).column(place).statistics
    return statistics.min, statistics.max
