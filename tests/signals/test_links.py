"""Linked accounts are found without listing pairs."""

from itertools import combinations
from time import monotonic

import numpy as np
import pytest

from signals.links import LINKED_FROM, describe_groups, find_components, find_shared
from signals.traces import WEIGHTS, Links, Shared, Traces, weigh
from tests.signals.made import START, concatenate, make_traces


def groups(accounts: int, traces: Traces, **options: object) -> list[list[int]]:
    found = find_components(accounts, traces, **options)  # type: ignore[arg-type]  # each test names its own
    return [group.tolist() for group in found.list_groups()]


def trace(accounts: np.ndarray, kind: Shared, values: np.ndarray, begun: np.ndarray) -> Traces:
    return Traces(
        accounts.astype(np.int64),
        np.full(len(accounts), int(kind)),
        values.astype(np.int64),
        begun,
        begun + 600,
    )


def test_each_kind_alone() -> None:
    for kind, weight in WEIGHTS.items():
        traces = make_traces((0, kind, "same"), (1, kind, "same"))
        assert groups(2, traces) == ([[0, 1]] if weight >= LINKED_FROM else []), kind


def test_every_pair_of_kinds_adds_up() -> None:
    for one, other in combinations(WEIGHTS, 2):
        traces = make_traces((0, one, "a"), (1, one, "a"), (0, other, "b"), (1, other, "b"))
        linked = WEIGHTS[one] + WEIGHTS[other] >= LINKED_FROM
        assert groups(2, traces) == ([[0, 1]] if linked else []), (one, other)


def test_a_family_behind_one_network_with_a_browser_each_is_not_linked() -> None:
    rows = [
        (person, Shared.NETWORK, f"home {person}", 5.0 * visit)
        for person in range(4)
        for visit in range(50)
    ]
    shared_tablet = [(person, Shared.DEVICE, "tablet") for person in range(4)]
    assert groups(4, make_traces(*rows, *shared_tablet)) == []


def test_a_network_counts_within_ten_minutes_only() -> None:
    phone = [(0, Shared.PHONE, "p"), (1, Shared.PHONE, "p")]
    near = [(0, Shared.NETWORK, "n", 0.0), (1, Shared.NETWORK, "n", 15.0)]
    far = [(0, Shared.NETWORK, "n", 0.0), (1, Shared.NETWORK, "n", 15.1)]
    assert groups(2, make_traces(*phone, *near)) == [[0, 1]]
    assert groups(2, make_traces(*phone, *far)) == []


def test_a_visit_inside_a_longer_one_is_near() -> None:
    visits = make_traces(
        (0, Shared.NETWORK, "n", 0.0),
        (1, Shared.NETWORK, "n", 20.0),
        (2, Shared.NETWORK, "n", 100.0),
    )
    visits.ended[0] = START + 7200
    phones = make_traces(*((account, Shared.PHONE, "p") for account in range(3)))
    assert groups(3, concatenate([visits, phones])) == [[0, 1, 2]]


def test_different_pairs_do_not_add_up_along_a_chain() -> None:
    chain = make_traces(
        (0, Shared.DEVICE, "d"),
        (1, Shared.DEVICE, "d"),
        (1, Shared.PHONE, "p"),
        (2, Shared.PHONE, "p"),
    )
    assert groups(3, chain) == []


def test_links_form_components() -> None:
    chain = make_traces(
        *(
            (account, Shared.METHOD, f"card {card}")
            for card in range(9)
            for account in (card, card + 1)
            if card != 4
        )
    )
    assert groups(10, chain) == [[0, 1, 2, 3, 4], [5, 6, 7, 8, 9]]


def test_a_merged_duplicate_is_one_person() -> None:
    traces = make_traces(
        (0, Shared.METHOD, "card"), (1, Shared.METHOD, "card"), (2, Shared.PHONE, "x")
    )
    merged = np.array([[1, 0]])
    assert groups(3, traces, merged=merged) == []
    with_third = concatenate(
        [traces, make_traces((1, Shared.DOCUMENT, "d"), (2, Shared.DOCUMENT, "d"))]
    )
    assert groups(3, with_third, merged=merged) == [[0, 2]]
    found = find_components(3, with_third, merged=merged)
    assert found.label.tolist() == [0, 0, 0]
    (described,) = describe_groups(found, with_third, "abc")
    assert described.group.members == ("a", "c")
    assert described.group.links.weight.tolist() == [100]


def test_common_devices_count_nothing_and_are_reported() -> None:
    shop = np.arange(150)
    device = trace(shop, Shared.DEVICE, shop * 0, shop * 0.0)
    phone = trace(shop, Shared.PHONE, shop // 2, shop * 0.0)
    found = find_components(150, concatenate([device, phone]))
    assert found.list_groups() == []
    assert [(one.kind, one.accounts, one.counted) for one in found.common] == [
        (Shared.DEVICE, 150, False)
    ]


def test_common_payment_methods_count_and_are_reported() -> None:
    accounts = np.arange(150)
    found = find_components(150, trace(accounts, Shared.METHOD, accounts * 0, accounts * 0.0))
    assert [len(group) for group in found.list_groups()] == [150]
    assert [(one.kind, one.counted) for one in found.common] == [(Shared.METHOD, True)]


@pytest.mark.parametrize("threshold", [51, 60, 90, 100, 150, 200])
@pytest.mark.parametrize("seed", range(8))
def test_components_are_those_of_all_pairs(seed: int, threshold: int) -> None:
    """Against the listing of all pairs with a plain union of sets."""
    random = np.random.default_rng(seed)
    accounts, parts = 40, []
    for kind in WEIGHTS:
        rows = 60
        begun = START + random.uniform(0, 7200, rows)
        parts.append(
            trace(random.integers(0, accounts, rows), kind, random.integers(0, 25, rows), begun)
        )
    traces = concatenate(parts)
    links = find_shared(traces)
    parent = list(range(accounts))
    strong = links.take(links.weight >= threshold)
    for one, other in zip(strong.one.tolist(), strong.other.tolist(), strict=True):
        keep, drop = sorted((parent[one], parent[other]))
        parent = [keep if label == drop else label for label in parent]
    assert find_components(accounts, traces, threshold).label.tolist() == parent


def test_shared_values_are_those_of_plain_loops() -> None:
    random = np.random.default_rng(5)
    rows = 80
    begun = START + random.uniform(0, 20_000, rows)
    visits = trace(random.integers(0, 12, rows), Shared.NETWORK, random.integers(0, 6, rows), begun)
    visits.ended[:] = begun + random.uniform(0, 3000, rows)
    expected = set()
    for one, other in combinations(range(rows), 2):
        gap = max(visits.begun[one] - visits.ended[other], visits.begun[other] - visits.ended[one])
        if visits.value[one] == visits.value[other] and gap <= 600:
            expected.add(tuple(sorted((int(visits.account[one]), int(visits.account[other])))))
    expected = {pair for pair in expected if pair[0] != pair[1]}
    found = find_shared(visits)
    assert set(zip(found.one.tolist(), found.other.tolist(), strict=True)) == expected


def test_a_hundred_thousand_accounts_behind_one_network() -> None:
    n = 100_000
    accounts = np.arange(n)
    begun = START + np.sort(np.random.default_rng(1).uniform(0, 86_400, n))
    traces = concatenate(
        [
            trace(accounts, Shared.NETWORK, accounts * 0, begun),
            trace(accounts, Shared.DEVICE, accounts // 2, begun),
            trace(accounts, Shared.PHONE, accounts // 4, begun),
        ]
    )
    started = monotonic()
    found = find_components(n, traces)
    assert monotonic() - started < 10
    assert len(list(describe_groups(found, traces, [""] * n))) == n // 2
    assert monotonic() - started < 60
    assert [(one.kind, one.accounts) for one in found.common] == [(Shared.NETWORK, n)]


def test_a_hundred_thousand_accounts_with_one_payment_method() -> None:
    n = 100_000
    accounts = np.arange(n)
    traces = trace(accounts, Shared.METHOD, accounts * 0, accounts * 0.0)
    started = monotonic()
    found = find_components(n, traces)
    (described,) = describe_groups(found, traces, list(map(str, range(n))))
    assert monotonic() - started < 10
    assert len(described.group.members) == n
    assert len(described.group.links) == n - 1


def test_without_traces_nobody_is_linked() -> None:
    assert groups(0, Traces.empty()) == []
    assert groups(3, Traces.empty()) == []
    assert len(find_shared(Traces.empty())) == 0
    assert Links.empty().weight.tolist() == []


def test_weights_of_combinations() -> None:
    assert weigh(np.array([0, 1, 31, 24])).tolist() == [0, 40, 260, 60]
