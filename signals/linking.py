"""Links between accounts by the combinations of values that suffice.

Pairs are never listed: accounts are sorted by a combination of values (a phone and a device, a payment method alone), and
each is linked to the first of its combination. Work grows with the number of traces, not of pairs.
"""

from itertools import combinations
from typing import Final

import numpy as np

from signals.columns import Flags, Ints
from signals.traces import TOGETHER_SECONDS, WEIGHTS, Links, Shared, Traces, find_repeats

_MILLISECONDS: Final = 1000


def link_accounts(traces: Traces, threshold: float) -> Links:
    """Return links that hold together all accounts whose shared values weigh the threshold, each pair once."""
    return _unite([_link_by(traces, kinds) for kinds in _list_sufficient(threshold)])


def _list_sufficient(threshold: float) -> list[tuple[Shared, ...]]:
    """Smallest combinations of kinds whose weights reach the threshold."""
    found: list[tuple[Shared, ...]] = []
    for size in range(1, len(WEIGHTS) + 1):
        for kinds in combinations(WEIGHTS, size):
            enough = sum(WEIGHTS[kind] for kind in kinds) >= threshold
            if enough and not any(set(smaller) <= set(kinds) for smaller in found):
                found.append(kinds)
    return found


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
    new = ~(find_repeats(key[order]) & find_repeats(account[order]))
    accounts = np.bincount(key[order], new.astype(np.int64), minlength=0)
    return accounts[key] > 1 if len(key) else np.zeros(0, np.bool_)


def _link_to_first(account: Ints, key: Ints, mask: int) -> Links:
    order = np.lexsort((account, key))
    account, key = account[order], key[order]
    first = np.maximum.accumulate(np.where(~find_repeats(key), np.arange(len(key)), 0))
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
    starts = np.flatnonzero(~(find_repeats(one) & find_repeats(other)))
    if not len(starts):
        return Links.empty()
    return Links(one[starts], other[starts], np.bitwise_or.reduceat(kinds, starts))
