"""AML1 to AML5: money passing through, structuring, instruments, opened and closed, due diligence."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from django.utils import translation

from signals.catalogue import SIGNALS
from signals.columns import DAY, HOUR, UNITS, DealMark, History, Payments
from signals.definition import ThresholdError
from signals.judging import judge_signal
from signals.outcomes import Outcome, OutcomeStatus
from signals.statistics.windows import count_windows, find_crossings, sum_windows
from tests.signals.made import START, make_deals, make_payments

MONEY = ("AML1", "AML2", "AML3", "AML4", "AML5")


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    with translation.override("en"):
        yield


def judge(signal: str, history: History, **thresholds: float) -> Outcome:
    return judge_signal(SIGNALS[signal], history, thresholds)


def player(**given: Any) -> History:
    return History("p", **given)


# money passing through


def test_deposited_and_withdrawn_without_play() -> None:
    history = player(
        deposits=make_payments((0, 1000)),
        withdrawals=make_payments((48, 950)),
        deals=make_deals(20),
    )
    found = judge("AML1", history)
    assert found.status is OutcomeStatus.FLAGGED
    assert found.figures["ratio"] == pytest.approx(0.2)
    assert found.moments.tolist() == [START + 48 * HOUR]
    assert found.rounds.tolist() == list(range(1, 21))
    assert "1000 USD were deposited, 200 USD wagered and 950 USD withdrawn" in SIGNALS[
        "AML1"
    ].sentence(found)


@pytest.mark.parametrize(
    ("deposit", "withdrawal", "rounds", "status"),
    [
        (1000, 799, 20, OutcomeStatus.NOT_APPLICABLE),
        (1000, 800, 20, OutcomeStatus.FLAGGED),
        (1000, 800, 99, OutcomeStatus.FLAGGED),
        (1000, 800, 100, OutcomeStatus.BELOW),
        (1000, 5000, 100, OutcomeStatus.BELOW),
    ],
)
def test_bounds_of_passing_through(
    deposit: int, withdrawal: int, rounds: int, status: OutcomeStatus
) -> None:
    history = player(
        deposits=make_payments((0, deposit)),
        withdrawals=make_payments((24, withdrawal)),
        deals=make_deals(rounds),
    )
    assert judge("AML1", history).status is status


def test_several_withdrawals_count_together() -> None:
    history = player(
        deposits=make_payments((0, 1000)), withdrawals=make_payments((24, 400), (30, 400))
    )
    assert judge("AML1", history).moments.tolist() == [START + 30 * HOUR]


def test_play_money_is_no_play() -> None:
    rows = 500
    deals = make_deals(rows, marks=np.full(rows, int(DealMark.PLAY_MONEY)))
    history = player(
        deposits=make_payments((0, 1000)), withdrawals=make_payments((24, 900)), deals=deals
    )
    found = judge("AML1", history)
    assert found.status is OutcomeStatus.FLAGGED
    assert found.figures["wagered"] == 0
    assert not len(found.rounds)


def test_a_win_withdrawn_without_recent_deposits_is_no_passage() -> None:
    history = player(
        deposits=make_payments((-24 * 30, 100)),
        withdrawals=make_payments((24, 5000)),
        deals=make_deals(300),
    )
    found = judge("AML1", history)
    assert (found.status, found.reason) == (OutcomeStatus.NOT_APPLICABLE, "no_passage")


def test_refused_payments_do_not_pass_through() -> None:
    refused = make_payments((24, 1000, "card", False))
    assert (
        judge("AML1", player(deposits=make_payments((0, 1000)), withdrawals=refused)).status
        is OutcomeStatus.TOO_FEW
    )
    history = player(
        deposits=make_payments((0, 1000, "card", False)), withdrawals=make_payments((24, 1000))
    )
    assert judge("AML1", history).status is OutcomeStatus.NOT_APPLICABLE


def test_withdrawals_whose_week_was_not_loaded_are_left_out() -> None:
    history = player(
        since=START, deposits=make_payments((0, 1000)), withdrawals=make_payments((24, 1000))
    )
    assert judge("AML1", history).status is OutcomeStatus.TOO_FEW


def test_a_salary_day_depositor_is_below() -> None:
    deposits = make_payments(*((24 * 30 * month, 800) for month in range(6)))
    withdrawals = make_payments(*((24 * (30 * month + 5), 700) for month in range(6)))
    at = np.concatenate([START + DAY * 30 * month + np.arange(120) * 600.0 for month in range(6)])
    history = player(deposits=deposits, withdrawals=withdrawals, deals=make_deals(720, at=at))
    for signal in ("AML1", "AML2", "AML3"):
        assert judge(signal, history).status is OutcomeStatus.BELOW, signal


# structuring


def test_payments_just_below_the_threshold() -> None:
    history = player(deposits=make_payments((0, 9000), (30, 9500), (100, 9999)))
    found = judge("AML2", history)
    assert found.status is OutcomeStatus.FLAGGED
    assert found.figures["sum"] == 28_499
    assert "3 payments just below 10000 USD within 7 days, 28499 USD" in SIGNALS["AML2"].sentence(
        found
    )


@pytest.mark.parametrize(
    "rows",
    [
        ((0, 9000), (1, 9000)),
        ((0, 7999), (1, 9000), (2, 9000)),
        ((0, 10_000), (1, 9000), (2, 9000)),
        ((0, 9000), (100, 9000), (24 * 7 + 1, 9000)),
        ((0, 9000, "a", False), (1, 9000), (2, 9000)),
    ],
)
def test_no_structuring(rows: tuple[Any, ...]) -> None:
    assert judge("AML2", player(deposits=make_payments(*rows))).status is OutcomeStatus.BELOW
    assert judge("AML2", player(withdrawals=make_payments(*rows))).status is OutcomeStatus.BELOW


def test_deposits_and_withdrawals_are_counted_apart() -> None:
    history = player(
        deposits=make_payments((0, 9000), (1, 9000)), withdrawals=make_payments((2, 9000))
    )
    assert judge("AML2", history).status is OutcomeStatus.BELOW
    three = player(withdrawals=make_payments((0, 9000), (1, 9000), (2, 9000)))
    assert judge("AML2", three).status is OutcomeStatus.FLAGGED
    assert judge("AML2", three, reporting=3000).status is OutcomeStatus.BELOW


# instruments


def test_many_methods_in_a_day() -> None:
    rows = [(6.0 * number, 50, f"card {number}") for number in range(5)]
    found = judge("AML3", player(deposits=make_payments(*rows)))
    assert (found.status, found.figures["methods"]) == (OutcomeStatus.FLAGGED, 5)
    slower = [(8.1 * number, 50, f"card {number}") for number in range(5)]
    assert judge("AML3", player(deposits=make_payments(*slower))).status is OutcomeStatus.BELOW


def test_methods_of_withdrawals_and_unknown_ones_do_not_count() -> None:
    deposits = make_payments((0, 50, "a"), (1, 50, "b"), (2, 50, "c"), (3, 50, ""))
    assert judge("AML3", player(deposits=deposits)).status is OutcomeStatus.BELOW
    with_account = player(deposits=deposits, withdrawals=make_payments((4, 50, "d")))
    assert judge("AML3", with_account).status is OutcomeStatus.BELOW


def test_refusals_in_a_row() -> None:
    rows = [(number / 30, 50, "card", False) for number in range(5)]
    assert judge("AML3", player(deposits=make_payments(*rows))).figures["refused"] == 5
    assert judge("AML3", player(deposits=make_payments(*rows))).status is OutcomeStatus.FLAGGED
    assert judge("AML3", player(deposits=make_payments(*rows[:4]))).status is OutcomeStatus.BELOW
    slower = [(number / 20, 50, "card", False) for number in range(5)]
    assert judge("AML3", player(deposits=make_payments(*slower))).status is OutcomeStatus.BELOW


# opened and closed


@pytest.mark.parametrize(
    ("days", "status"),
    [(0, OutcomeStatus.FLAGGED), (14, OutcomeStatus.FLAGGED), (14.1, OutcomeStatus.BELOW)],
)
def test_closed_soon_after_the_first_deposit(days: float, status: OutcomeStatus) -> None:
    history = player(deposits=make_payments((0, 100)), closed_at=START + days * DAY)
    assert judge("AML4", history).status is status


def test_open_unfunded_and_odd_accounts() -> None:
    assert judge("AML4", player(deposits=make_payments((0, 100)))).reason == "open"
    assert judge("AML4", player(closed_at=START)).status is OutcomeStatus.TOO_FEW
    before = player(deposits=make_payments((48, 100)), closed_at=START)
    assert judge("AML4", before).reason == "closed_before"


# due diligence


def test_each_crossing_is_a_moment() -> None:
    rows = [(0, 1500), (24, 600), (48, 100), (24 * 300, 2300), (24 * 300 + 1, 2300)]
    found = judge("AML5", player(deposits=make_payments(*rows)), usd_per_eur=1.0)
    hours = [round((moment - START) / HOUR) for moment in found.moments]
    assert hours == [24, 24 * 300, 24 * 300 + 1]
    assert SIGNALS["AML5"].severity == 0


def test_one_payment_that_crosses_in_every_way_is_one_moment() -> None:
    assert len(judge("AML5", player(deposits=make_payments((0, 2500)))).moments) == 1
    assert len(judge("AML5", player(deposits=make_payments((0, 2200)))).moments) == 1
    assert len(judge("AML5", player(deposits=make_payments((0, 2199)))).moments) == 0


def test_withdrawals_of_a_day_are_linked_but_not_those_of_months() -> None:
    day = player(withdrawals=make_payments((0, 1500), (23, 1500)))
    assert judge("AML5", day).figures["crossings"] == 1
    months = player(withdrawals=make_payments((0, 1500), (48, 1500)))
    assert judge("AML5", months).status is OutcomeStatus.BELOW


def test_a_second_crossing_after_the_sum_fell() -> None:
    rows = [(24 * day, 500) for day in (0, 1, 2, 3, 4, 200, 201, 202, 203, 204)]
    found = judge("AML5", player(deposits=make_payments(*rows)), usd_per_eur=1.0)
    assert [round((moment - START) / DAY) for moment in found.moments] == [3, 203]


def test_crossings_against_plain_loops() -> None:
    random = np.random.default_rng(2)
    at = np.sort(random.uniform(0, 1000, 300))
    amounts = random.integers(1, 100, 300)
    limit, width = 400, 30.0
    expected = []
    for place in range(300):
        inside = [amounts[row] for row in range(place + 1) if at[row] >= at[place] - width]
        if sum(inside) >= limit > sum(inside) - amounts[place]:
            expected.append(at[place])
    assert find_crossings(at, amounts, width, limit).tolist() == expected
    counts = [sum(at[row] >= at[place] - width for row in range(place + 1)) for place in range(300)]
    assert count_windows(at, width).tolist() == counts
    assert len(sum_windows(at[:0], amounts[:0], width)) == 0


# bad input


@pytest.mark.parametrize("signal", MONEY)
def test_nothing_is_too_little(signal: str) -> None:
    for history in (player(), player(deals=make_deals(1))):
        assert judge(signal, history).status in {
            OutcomeStatus.TOO_FEW,
            OutcomeStatus.NOT_APPLICABLE,
        }


@pytest.mark.parametrize("signal", MONEY)
def test_rows_out_of_order_change_nothing(signal: str) -> None:
    rows = [
        (6.0 * number, 9000 - number, f"card {number % 7}", number % 4 > 0) for number in range(24)
    ]
    order = np.random.default_rng(3).permutation(24)

    def give(places: Any) -> History:
        payments: Payments = make_payments(*(rows[place] for place in places))
        return player(
            deposits=payments, withdrawals=payments, deals=make_deals(40), closed_at=START + 7 * DAY
        )

    one, other = judge(signal, give(range(24))), judge(signal, give(order))
    assert (one.status, dict(one.figures)) == (other.status, dict(other.figures))
    assert sorted(one.moments.tolist()) == sorted(other.moments.tolist())
    assert one.status is OutcomeStatus.FLAGGED


@pytest.mark.parametrize("signal", MONEY)
def test_thresholds_out_of_range_are_refused(signal: str) -> None:
    for one in SIGNALS[signal].thresholds:
        for value in (one.lowest - 0.001, one.highest + 1, float("nan"), float("inf")):
            with pytest.raises(ThresholdError):
                SIGNALS[signal].check_thresholds({one.name: value})
    with pytest.raises(ThresholdError):
        SIGNALS[signal].check_thresholds({"unheard": 1.0})


@pytest.mark.parametrize("signal", MONEY)
def test_money_signals_are_never_muted_and_always_drawn(signal: str) -> None:
    chosen = SIGNALS[signal]
    assert not chosen.mutable
    assert chosen.draw is not None
    history = player(
        deposits=make_payments((0, 9000), (1, 9000), (2, 9000)),
        withdrawals=make_payments((3, 26_000)),
        closed_at=START + DAY,
    )
    found = judge(signal, history)
    if found.status is OutcomeStatus.FLAGGED:
        assert chosen.sentence(found)
    assert chosen.draw(history, found) is not None
    assert chosen.draw(player(), judge(signal, player())) is not None


def test_amounts_are_units() -> None:
    assert make_payments((0, 12.5)).amount.tolist() == [125_000]
    assert UNITS == 10_000
