"""What accounts leave behind, and what two of them share."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntFlag
from hashlib import blake2b
from types import MappingProxyType
from typing import Final

import numpy as np

from signals.columns import Columns, Flags, Floats, Ints


class Shared(IntFlag):
    """Kinds of values that accounts may share."""

    DEVICE = 1
    METHOD = 2  # payment method
    DOCUMENT = 4
    PHONE = 8
    NETWORK = 16  # network and browser, within `TOGETHER_SECONDS`


WEIGHTS: Final[Mapping[Shared, int]] = MappingProxyType(
    {
        Shared.DEVICE: 40,
        Shared.METHOD: 60,
        Shared.DOCUMENT: 100,
        Shared.PHONE: 50,
        Shared.NETWORK: 10,
    }
)
TOGETHER_SECONDS: Final = 600.0
COMMON_FROM: Final = 100
"""A device or a network with browser of more accounts than this counts nothing: it is a shop's, or a carrier's gateway."""
_PERSONAL: Final = Shared.METHOD | Shared.DOCUMENT | Shared.PHONE


@dataclass(frozen=True, slots=True)
class Traces(Columns):
    """What accounts left: one row for each value of an account, and for `NETWORK` one for each visit with its times.

    `account` numbers the accounts from 0, `value` is `digest_value`. `begun` and `ended` (NaN: its begin) matter for
    `NETWORK` alone.
    """

    account: Ints
    kind: Ints
    value: Ints
    begun: Floats
    ended: Floats


@dataclass(frozen=True, slots=True)
class Links(Columns):
    """Pairs of linked accounts with the kinds they share, as a sum of `Shared`."""

    one: Ints
    other: Ints
    kinds: Ints

    @property
    def weight(self) -> Ints:
        """Sum of the weights of the kinds."""
        return weigh(self.kinds)


@dataclass(frozen=True, slots=True)
class Common:
    """A value that many accounts share. `counted` says whether it linked them nevertheless."""

    kind: Shared
    value: int
    accounts: int
    counted: bool


def digest_value(*parts: str) -> int:
    """Return a value's digest, as a signed 64-bit number."""
    text = "\0".join(parts).encode()
    return int.from_bytes(blake2b(text, digest_size=8).digest(), "big", signed=True)


def weigh(kinds: Ints) -> Ints:
    """Return the sum of weights of each combination of kinds."""
    total = np.zeros(len(kinds), np.int64)
    for kind, weight in WEIGHTS.items():
        total += np.where(kinds & kind, weight, 0)
    return total


def keep_once(traces: Traces) -> Traces:
    """Leave out repetitions, of visits only those with the same times."""
    order = np.lexsort((traces.ended, traces.begun, traces.value, traces.kind, traces.account))
    rows = traces.take(order)
    timed = rows.kind == Shared.NETWORK
    again = (
        find_repeats(rows.account)
        & find_repeats(rows.kind)
        & find_repeats(rows.value)
        & (~timed | (find_repeats(rows.begun) & find_repeats(rows.ended)))
    )
    return rows.take(~again)


def find_repeats(column: Ints | Floats) -> Flags:
    """Mask of the rows with the value of the row before."""
    same = np.zeros(len(column), np.bool_)
    same[1:] = column[1:] == column[:-1]
    return same


def leave_out_common(traces: Traces, common_from: int) -> tuple[Traces, tuple[Common, ...]]:
    """Leave out values of a single account, and those of devices and networks too common to mean anything."""
    order = np.lexsort((traces.account, traces.value, traces.kind))
    rows = traces.take(order)
    begins = ~(find_repeats(rows.kind) & find_repeats(rows.value))
    number = np.cumsum(begins) - 1
    different = (begins | ~find_repeats(rows.account)).astype(np.int64)
    accounts = np.bincount(number, different, minlength=0).astype(np.int64)
    heads = rows.take(begins)
    personal = (heads.kind & int(_PERSONAL)) > 0
    many = accounts > common_from
    common = tuple(
        Common(Shared(int(kind)), int(value), int(count), bool(counted))
        for kind, value, count, counted in zip(
            heads.kind[many], heads.value[many], accounts[many], personal[many], strict=True
        )
    )
    kept = (accounts > 1) & (personal | ~many)
    return rows.take(kept[number] if len(rows) else slice(0)), common
