"""Linked accounts: who is linked by what they share, and the groups that result.

Two accounts are linked if the weights of what they share add up to the threshold; linked accounts form groups.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Final, Generic, TypeAlias, TypeVar

import numpy as np

from signals.columns import Columns, Ints
from signals.linking import link_accounts
from signals.scipy_packages import csgraph, sparse
from signals.traces import (
    COMMON_FROM,
    TOGETHER_SECONDS,
    Common,
    Links,
    Shared,
    Traces,
    keep_once,
    leave_out_common,
)

Rows = TypeVar("Rows", bound=Columns)
LINKED_FROM: Final = 60
SHOWN_PAIRS_UP_TO: Final = 60
"""Groups of more accounts list the links that hold them together instead of all pairs."""


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


def find_components(
    accounts: int,
    traces: Traces,
    threshold: float = LINKED_FROM,
    merged: Ints | None = None,
    common_from: int = COMMON_FROM,
) -> Components:
    """Group the accounts 0 to `accounts` - 1. `merged` has a row (duplicate, kept) for each account found to be the same person."""
    same = _label(accounts, *(merged.T if merged is not None and len(merged) else (None, None)))
    traces = keep_once(
        Traces(same[traces.account], traces.kind, traces.value, traces.begun, traces.ended)
    )
    traces, common = leave_out_common(traces, common_from)
    links = link_accounts(traces, threshold)
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
