"""Rows of a query as numpy arrays, read by COPY in PostgreSQL's binary format: no row becomes a Python object."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
from django.db import connection

from detection.values.packing import Batch

_TYPES: Final[Mapping[str, str]] = {
    "int8": ">i8",
    "int4": ">i4",
    "int2": ">i2",
    "float8": ">f8",
    "timestamptz": ">i8",  # microseconds since 2000
}
_HEADER: Final = 19
_TRAILER: Final = 2
_EPOCH: Final = 946_684_800
"""Seconds from 1970 to 2000."""

NEVER: Final = np.iinfo(np.int64).min
"""`-infinity` of a timestamp."""


def read_columns(sql: str, parameters: Sequence[Any], kinds: Mapping[str, str]) -> Batch:
    """Return the query's columns by the names in `kinds`, whose types the query casts to. No value may be null.

    Timestamps are returned as seconds since the epoch, `-infinity` as NaN.
    """
    row = [("fields", ">i2")]
    for name, kind in kinds.items():
        row += [(f"size of {name}", ">i4"), (name, _TYPES[kind])]
    with connection.cursor() as cursor:
        session: Any = cursor.cursor
        with session.copy(f"COPY ({sql}) TO STDOUT (FORMAT BINARY)", parameters) as copy:
            data = b"".join(bytes(part) for part in copy)
    rows = np.frombuffer(
        data, row, (len(data) - _HEADER - _TRAILER) // np.dtype(row).itemsize, _HEADER
    )
    return {name: _plain(rows[name], kind) for name, kind in kinds.items()}


def _plain(column: Any, kind: str) -> Any:
    if kind != "timestamptz":
        return column.astype(column.dtype.newbyteorder("="))
    times = column.astype(np.int64)
    return np.where(times == NEVER, np.nan, times / 1_000_000 + _EPOCH)
