"""Rows of a query as numpy arrays: each column comes as one binary array, so that no row becomes a Python object."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np

from detection.values.packing import Batch
from internals.binary_cursors import open_binary_cursor

_TYPES: Final[Mapping[str, str]] = {
    "int8": ">i8",
    "int4": ">i4",
    "int2": ">i2",
    "float8": ">f8",
    "timestamptz": ">i8",  # microseconds since 2000
}
_HEADER: Final = 20
"""Bytes before the first element of a binary array: dimensions, flags, type, length, lower bound."""

_NULLS: Final = slice(4, 8)
"""Bytes of the header that are not zero if an element is null."""

_EPOCH: Final = 946_684_800
"""Seconds from 1970 to 2000."""

NEVER: Final = np.iinfo(np.int64).min
"""`-infinity` of a timestamp."""


def read_columns(sql: str, parameters: Sequence[Any], kinds: Mapping[str, str]) -> Batch:
    """Return the query's columns by the names in `kinds`, whose types the query casts to. Raises ValueError for a null.

    Timestamps are returned as seconds since the epoch, `-infinity` as NaN.
    """
    names = [f"c{place}" for place in range(len(kinds))]
    gathered = ", ".join(f"array_agg({name})" for name in names)
    whole = f"SELECT {gathered} FROM ({sql}) AS found ({', '.join(names)})"  # noqa: S608 - written in the selectors
    with open_binary_cursor() as cursor:
        cursor.execute(whole.encode(), parameters, binary=True, prepare=False)
        result: Any = cursor.pgresult
        return {
            name: _parse(result.get_value(0, place), kind)
            for place, (name, kind) in enumerate(kinds.items())
        }


def _parse(data: bytes | None, kind: str) -> Any:
    """Return the elements of a binary array, each of which stands after its length; no data is an empty one."""
    if data is None:
        return np.zeros(0, np.dtype(_TYPES[kind]).newbyteorder("="))
    if any(data[_NULLS]):
        raise ValueError(kind)
    element = np.dtype([("size", ">i4"), ("value", _TYPES[kind])])
    column = np.frombuffer(data, element, -1, _HEADER)["value"]
    if kind != "timestamptz":
        return column.astype(column.dtype.newbyteorder("="))
    times = column.astype(np.int64)
    return np.where(times == NEVER, np.nan, times / 1_000_000 + _EPOCH)
