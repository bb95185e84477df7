"""What a highest bet and an earlier cut would change, against sums deal by deal."""

import numpy as np
import pytest

from blackjack.rules import Rules
from signals.columns import UNITS, History
from signals.costs import Change, estimate_changes, find_even_limit
from tests.signals.counted import WORTH, bet_ten, follow_count, make_history


def cost_of(history: History, limit: float, cut: float) -> float:
    """USD per 100 rounds of bets up to `limit`, of deals that began before `cut`, in plain Python."""
    total, rounds = 0.0, 0
    deals = history.deals
    for stake, running, left in zip(deals.stake, deals.running, deals.left, strict=True):
        if stake and 1 - left / 312 < cut:
            total += min(stake / UNITS, limit) * (WORTH.base + WORTH.slope * running * 52 / left)
            rounds += 1
    return 100 * total / rounds


def test_each_change_is_the_sum_over_the_deals_that_it_leaves() -> None:
    history = make_history(follow_count, shoes=40, rounds=44)
    lines = estimate_changes(history)
    assert [(one.change, one.value) for one in lines if one.change is not Change.LIMIT_EVEN] == [
        (Change.NONE, 0.0),
        (Change.LIMIT, 40.0),
        (Change.LIMIT, 20.0),
        (Change.CUT, 0.6),
        (Change.CUT, 0.5),
    ]
    for one in lines:
        limit = one.value if one.change in {Change.LIMIT, Change.LIMIT_EVEN} else 1e9
        cut = one.value if one.change is Change.CUT else 1.0
        assert one.cost.value == pytest.approx(cost_of(history, limit, cut))
        assert one.cost.low < one.cost.value < one.cost.high
        assert one.highest <= limit
    now, half, quarter, even = (lines[n].cost.value for n in range(4))
    assert now > 0 >= even > half > quarter
    assert lines[3].change is Change.LIMIT_EVEN
    assert cost_of(history, lines[3].value + 1, 1.0) > 0
    assert lines[4].rounds == 40 * 38  # deals 1 to 38 begin before 60 % of 312 cards


def test_the_limit_with_which_the_house_breaks_even_stands_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("signals.costs.find_even_limit", lambda _stakes, _worths: 20.0)
    lines = estimate_changes(make_history(follow_count, shoes=40, rounds=44))
    limits = [(one.change, one.value) for one in lines if one.highest <= 40]
    assert limits == [(Change.LIMIT, 40.0), (Change.LIMIT_EVEN, 20.0)]


def test_bets_that_cost_nothing_need_no_limit() -> None:
    lines = estimate_changes(make_history(bet_ten))
    assert {one.change for one in lines} == {Change.NONE, Change.CUT}
    assert lines[0].cost.value < 0


def test_without_a_count_or_a_known_worth_there_is_nothing_to_change() -> None:
    assert estimate_changes(History("p")) == []
    assert estimate_changes(make_history(follow_count, rules=Rules(decks="infinite"))) == []
    unknown = make_history(follow_count)
    assert (
        estimate_changes(History("p", unknown.rules, unknown.deals, worth_of=lambda _r: None)) == []
    )


def test_no_limit_helps_against_bets_that_win_at_every_count() -> None:
    assert find_even_limit(np.array([10.0, 20.0]), np.array([0.01, 0.02])) is None
