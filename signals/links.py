"""Linked accounts: what accounts share, who is linked by it, and the groups that result.

Two accounts are linked if the weights of what they share add up to the threshold; linked accounts form groups. Pairs are
never listed: accounts are sorted by the combination of values that suffices (a phone and a device, a payment method
alone), and each is linked to the first of its combination. Work grows with the number of traces, not of pairs.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import IntFlag
from hashlib import blake2b
from itertools import combinations
from types import MappingProxyType
from typing import Final, Generic, TypeAlias, TypeVar

import numpy as np

from signals.columns import Columns, Flags, Floats, Ints
from signals.scipy_packages import csgraph, sparse

Rows = TypeVar("Rows", bound=Columns)


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
LINKED_FROM: Final = 60
TOGETHER_SECONDS: Final = 600.0
COMMON_FROM: Final = 100
"""A device or a network with browser of more accounts than this counts nothing: it is a shop's, or a carrier's gateway."""
SHOWN_PAIRS_UP_TO: Final = 60
"""Groups of more accounts list the links that hold them together instead of all pairs."""

_PERSONAL: Final = Shared.METHOD | Shared.DOCUMENT | Shared.PHONE
_MILLISECONDS: Final = 1000


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


@dataclass(frozen=True, slots=True)
class Components:
    """Groups of all accounts. `label` is the smallest account of each account's group, and `same` of its own person.

    `links` hold the groups together: each names at least the kinds that suffice.
    """

    label: Ints
    same: Ints
    links: Links
    common: tuple[Common, ...] = ()

    def list_groups(self) -> list[Ints]:
        """Accounts of each group of two people or more, one account for each person, by their smallest account."""
        people = np.flatnonzero(self.same == np.arange(len(self.same)))
        order = people[np.argsort(self.label[people], kind="stable")]
        starts = np.flatnonzero(np.diff(self.label[order], prepend=-1))
        return [group for group in np.split(order, starts[1:]) if len(group) > 1]


@dataclass(frozen=True, slots=True)
class Group:
    """Linked accounts. `links` name members by their place."""

    members: tuple[str, ...]
    links: Links = field(default_factory=Links.empty)
    common: tuple[Common, ...] = ()


@dataclass(frozen=True, slots=True)
class Described:
    """A group with its accounts as numbered in `Components`, and its traces, whose `account` is the member's place."""

    accounts: Ints
    group: Group
    traces: Traces


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


def find_components(
    accounts: int,
    traces: Traces,
    threshold: float = LINKED_FROM,
    merged: Ints | None = None,
    common_from: int = COMMON_FROM,
) -> Components:
    """Group the accounts 0 to `accounts` - 1. `merged` has a row (duplicate, kept) for each account found to be the same person."""
    same = _label(accounts, *(merged.T if merged is not None and len(merged) else (None, None)))
    traces = _once(
        Traces(same[traces.account], traces.kind, traces.value, traces.begun, traces.ended)
    )
    traces, common = _leave_out_common(traces, common_from)
    found = [_link_by(traces, kinds) for kinds in _sufficient(threshold)]
    links = _unite(found)
    label = _label(accounts, links.one, links.other)
    return Components(label[same], same, links, common)


def describe_groups(
    components: Components, traces: Traces, names: Sequence[str]
) -> Iterator[Described]:
    """Yield each group with its traces, and with all that its pairs share if it is small enough to list them."""
    rows = _sort_by_label(traces, components.label[traces.account])
    held = _sort_by_label(components.links, components.label[components.links.one])
    common = {(int(one.kind), one.value): one for one in components.common}
    for members in components.list_groups():
        label = int(components.label[members[0]])
        own, links = rows.of(label), held.of(label)
        place = {int(account): number for number, account in enumerate(members)}
        person = _places(components.same[own.account], place)
        own = replace(own, account=person)
        shown = sorted(set(zip(own.kind.tolist(), own.value.tolist(), strict=True)) & set(common))
        if len(members) > SHOWN_PAIRS_UP_TO:
            links = Links(_places(links.one, place), _places(links.other, place), links.kinds)
        else:
            links = find_shared(own, {key for key in shown if not common[key].counted})
        named = tuple(names[member] for member in members.tolist())
        yield Described(members, Group(named, links, tuple(common[key] for key in shown)), own)


@dataclass(frozen=True, slots=True)
class _ByLabel(Generic[Rows]):
    rows: Rows
    labels: Ints

    def of(self, label: int) -> Rows:
        start, end = np.searchsorted(self.labels, [label, label + 1])
        return self.rows.take(slice(int(start), int(end)))


def _sort_by_label(rows: Rows, labels: Ints) -> _ByLabel[Rows]:
    order = np.argsort(labels, kind="stable")
    return _ByLabel(rows.take(order), labels[order])


def find_shared(traces: Traces, left_out: set[tuple[int, int]] | None = None) -> Links:
    """Return every pair of accounts that shares anything, with all it shares. For few accounts: work grows with their pairs."""
    found: dict[tuple[int, int], int] = {}
    for (kind, value), visits in _group_by_value(traces).items():
        if left_out and (kind, value) in left_out:
            continue
        for pair in _pairs_of(visits, kind):
            found[pair] = found.get(pair, 0) | kind
    pairs = np.array(sorted(found), np.int64).reshape(-1, 2)
    kinds = np.array([found[one, other] for one, other in pairs.tolist()], np.int64)
    return Links(pairs[:, 0], pairs[:, 1], kinds)


_Visit: TypeAlias = tuple[float, float, int]
"""Begin, end, account."""


def _group_by_value(traces: Traces) -> dict[tuple[int, int], list[_Visit]]:
    found: defaultdict[tuple[int, int], list[_Visit]] = defaultdict(list)
    for account, kind, value, begun, ended in zip(
        traces.account.tolist(),
        traces.kind.tolist(),
        traces.value.tolist(),
        traces.begun.tolist(),
        np.fmax(traces.ended, traces.begun).tolist(),
        strict=True,
    ):
        found[kind, value].append((begun, ended, account))
    return found


def _pairs_of(visits: list[_Visit], kind: int) -> set[tuple[int, int]]:
    if kind != Shared.NETWORK:
        return set(combinations(sorted({account for _, _, account in visits}), 2))
    visits.sort()
    begins = [begun for begun, _, _ in visits]
    longest = max(ended - begun for begun, ended, _ in visits)
    return {
        (min(account, other), max(account, other))
        for place, (begun, _, account) in enumerate(visits)
        for _, ended, other in visits[
            bisect_left(begins, begun - longest - TOGETHER_SECONDS) : place
        ]
        if other != account and ended >= begun - TOGETHER_SECONDS
    }


def _places(accounts: Ints, place: Mapping[int, int]) -> Ints:
    return np.array([place[one] for one in accounts.tolist()], np.int64)


def _sufficient(threshold: float) -> list[tuple[Shared, ...]]:
    """Smallest combinations of kinds whose weights reach the threshold."""
    found: list[tuple[Shared, ...]] = []
    for size in range(1, len(WEIGHTS) + 1):
        for kinds in combinations(WEIGHTS, size):
            enough = sum(WEIGHTS[kind] for kind in kinds) >= threshold
            if enough and not any(set(smaller) <= set(kinds) for smaller in found):
                found.append(kinds)
    return found


def _once(traces: Traces) -> Traces:
    """Leave out repetitions, of visits only those with the same times."""
    order = np.lexsort((traces.ended, traces.begun, traces.value, traces.kind, traces.account))
    rows = traces.take(order)
    timed = rows.kind == Shared.NETWORK
    again = (
        _repeats(rows.account)
        & _repeats(rows.kind)
        & _repeats(rows.value)
        & (~timed | (_repeats(rows.begun) & _repeats(rows.ended)))
    )
    return rows.take(~again)


def _repeats(column: Ints | Floats) -> Flags:
    same = np.zeros(len(column), np.bool_)
    same[1:] = column[1:] == column[:-1]
    return same


def _leave_out_common(traces: Traces, common_from: int) -> tuple[Traces, tuple[Common, ...]]:
    """Leave out values of a single account, and those of devices and networks too common to mean anything."""
    order = np.lexsort((traces.account, traces.value, traces.kind))
    rows = traces.take(order)
    begins = ~(_repeats(rows.kind) & _repeats(rows.value))
    number = np.cumsum(begins) - 1
    different = (begins | ~_repeats(rows.account)).astype(np.int64)
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


def _link_by(traces: Traces, kinds: tuple[Shared, ...]) -> Links:
    """Link the accounts that share all of these kinds, each to one other of its combination of values."""
    untimed = [kind for kind in kinds if kind != Shared.NETWORK]
    account, key = np.zeros(0, np.int64), np.zeros(0, np.int64)
    for place, kind in enumerate(untimed):
        rows = traces.take(traces.kind == kind)
        if place == 0:
            account, key = rows.account, _number(rows.value)
        else:
            left, right = _join(account, rows.account)
            account, key = account[left], _number(key[left], rows.value[right])
        shared = _shared(account, key)
        account, key = account[shared], key[shared]
    mask = int(sum(kinds))
    if Shared.NETWORK not in kinds:
        return _link_to_first(account, key, mask)
    visits = traces.take(traces.kind == Shared.NETWORK)
    if not untimed:
        return _link_in_time(visits, _number(visits.value), mask)
    left, right = _join(account, visits.account)
    return _link_in_time(visits.take(right), _number(key[left], visits.value[right]), mask)


def _number(*columns: Ints) -> Ints:
    """Number the combinations of values from 0."""
    number = np.unique(columns[0], return_inverse=True)[1].astype(np.int64)
    for column in columns[1:]:
        _, place = np.unique(column, return_inverse=True)
        combined = number * (int(place.max(initial=0)) + 1) + place
        number = np.unique(combined, return_inverse=True)[1].astype(np.int64)
    return number


def _join(one: Ints, other: Ints) -> tuple[Ints, Ints]:
    """Rows of both with the same account, as places in each."""
    order = np.argsort(other, kind="stable")
    ordered = other[order]
    start, end = np.searchsorted(ordered, one), np.searchsorted(ordered, one, side="right")
    counts = end - start
    left = np.repeat(np.arange(len(one)), counts)
    before = np.repeat(np.cumsum(counts) - counts, counts)
    right = order[np.repeat(start, counts) + np.arange(len(left)) - before]
    return left, right


def _shared(account: Ints, key: Ints) -> Flags:
    """Rows whose key more than one account has."""
    order = np.lexsort((account, key))
    new = ~(_repeats(key[order]) & _repeats(account[order]))
    accounts = np.bincount(key[order], new.astype(np.int64), minlength=0)
    return accounts[key] > 1 if len(key) else np.zeros(0, np.bool_)


def _link_to_first(account: Ints, key: Ints, mask: int) -> Links:
    order = np.lexsort((account, key))
    account, key = account[order], key[order]
    first = np.maximum.accumulate(np.where(~_repeats(key), np.arange(len(key)), 0))
    return _make_links(account[first], account, mask)


def _link_in_time(visits: Traces, key: Ints, mask: int) -> Links:
    """Link each visit's account to that of the visit that lasted longest so far, if it ended at most 10 minutes before."""
    if not len(visits):
        return Links.empty()
    order = np.lexsort((visits.begun, key))
    visits, key = visits.take(order), key[order]
    base = float(visits.begun.min())
    begun = ((visits.begun - base) * _MILLISECONDS).astype(np.int64)
    ended = ((np.fmax(visits.ended, visits.begun) - base) * _MILLISECONDS).astype(np.int64)
    together = int(TOGETHER_SECONDS * _MILLISECONDS)
    # each key has a stretch of time of its own, so that one pass serves all keys
    stretch = int(ended.max()) + together + 1
    begun, ended = begun + key * stretch, ended + key * stretch
    longest = np.maximum.accumulate(ended)
    holder = np.maximum.accumulate(np.where(ended == longest, np.arange(len(key)), 0))
    near = begun[1:] - longest[:-1] <= together
    near &= key[1:] == key[:-1]
    return _make_links(visits.account[holder[:-1]][near], visits.account[1:][near], mask)


def _make_links(one: Ints, other: Ints, mask: int) -> Links:
    two = one != other
    low, high = np.minimum(one, other)[two], np.maximum(one, other)[two]
    return Links(low, high, np.full(len(low), mask, np.int64))


def _unite(found: list[Links]) -> Links:
    """Links of all combinations, each pair once with all its kinds."""
    one = np.concatenate([links.one for links in found])
    other = np.concatenate([links.other for links in found])
    kinds = np.concatenate([links.kinds for links in found])
    order = np.lexsort((other, one))
    one, other, kinds = one[order], other[order], kinds[order]
    starts = np.flatnonzero(~(_repeats(one) & _repeats(other)))
    if not len(starts):
        return Links.empty()
    return Links(one[starts], other[starts], np.bitwise_or.reduceat(kinds, starts))


def _label(accounts: int, one: Ints | None, other: Ints | None) -> Ints:
    """Smallest account of each account's component."""
    if one is None or other is None or not len(one):
        return np.arange(accounts, dtype=np.int64)
    graph = sparse.coo_array((np.ones(len(one), np.int8), (one, other)), shape=(accounts, accounts))
    _, component = csgraph.connected_components(graph, directed=False)
    smallest = np.full(accounts, accounts, np.int64)
    np.minimum.at(smallest, component, np.arange(accounts))
    labels: Ints = smallest[component]
    return labels
