"""Packed columns of one player's rounds: how they are stored in `PlayerDay.columns`.

A segment is a header (format, number of deals, number of decisions) and then each column as a plain array. Segments
follow each other; each slice of rounds adds one.
"""

import struct
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

Batch: TypeAlias = dict[str, NDArray[Any]]
"""Columns by name."""

FORMAT: Final = 1
DEALS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "round": "<i8",
        "deal": "<i8",
        "at": "<f8",
        "ended": "<f8",
        "table": "<i4",
        "version": "<i4",  # of the rule set
        "shoe": "<i8",
        "nonce": "<i4",
        "running": "<i2",
        "left": "<i2",
        "stake": "<i8",
        "staked": "<i8",
        "returned": "<i8",
        "marks": "<u1",
    }
)
DECISIONS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "decision": "<i8",
        "row": "<u4",  # of the segment's deals
        "at": "<f8",
        "think": "<f4",
        "spot": "<i2",
        "action": "<i1",
        "legal": "<i2",
        "running": "<i2",
        "left": "<i2",
        "marks": "<u1",
    }
)
DECISION_BYTES: Final = sum(np.dtype(kind).itemsize for kind in DECISIONS.values())
_HEADER: Final = struct.Struct("<BII")


class UnknownFormatError(ValueError):
    """Packed by a later release."""


def cast(batch: Batch, kinds: Mapping[str, str]) -> Batch:
    """Return the columns in their stored types."""
    return {name: np.ascontiguousarray(batch[name], kind) for name, kind in kinds.items()}


def pack(deals: Batch, decisions: Batch, chosen: slice, made: slice) -> bytes:
    """Return a segment with the chosen rows of columns that were `cast`."""
    begin = chosen.start
    parts = [_HEADER.pack(FORMAT, chosen.stop - begin, made.stop - made.start)]
    parts += [deals[name][chosen].tobytes() for name in DEALS]
    for name in DECISIONS:
        column = decisions[name][made]
        parts.append((column - np.uint32(begin) if name == "row" else column).tobytes())
    return b"".join(parts)


def unpack(days: Sequence[bytes], *, undecided: int = 0) -> tuple[Batch, Batch]:
    """Return deals and decisions of many packed columns, as they follow each other. Raises UnknownFormatError.

    Decisions of the first `undecided` of them are left out.
    """
    deals: dict[str, list[NDArray[Any]]] = {name: [] for name in DEALS}
    decisions: dict[str, list[NDArray[Any]]] = {name: [] for name in DECISIONS}
    before = 0
    for place, packed in enumerate(days):
        at = 0
        while at < len(packed):
            number, dealt, made = _HEADER.unpack_from(packed, at)
            if number != FORMAT:
                raise UnknownFormatError(number)
            at = _read(packed, at + _HEADER.size, dealt, DEALS, deals)
            if place < undecided:
                at += made * DECISION_BYTES
            else:
                at = _read(packed, at, made, DECISIONS, decisions)
                decisions["row"][-1] = decisions["row"][-1].astype(np.int64) + before
            before += dealt
    return _joined(deals, DEALS), _joined(decisions, DECISIONS)


def _read(
    packed: bytes,
    at: int,
    rows: int,
    kinds: Mapping[str, str],
    into: dict[str, list[NDArray[Any]]],
) -> int:
    for name, kind in kinds.items():
        column = np.frombuffer(packed, kind, rows, at)
        into[name].append(column)
        at += column.nbytes
    return at


def _joined(parts: dict[str, list[NDArray[Any]]], kinds: Mapping[str, str]) -> Batch:
    return {
        name: np.concatenate(parts[name]) if parts[name] else np.zeros(0, kind)
        for name, kind in kinds.items()
    }
