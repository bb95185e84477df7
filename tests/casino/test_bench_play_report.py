"""Figures reported by `make bench-play`."""

from dataclasses import astuple, replace

import pytest

from tools.benchmarks.play_report import Figures, Size, build_turn, find_too_expensive, format_table
from tools.benchmarks.play_slices import Slice, Spent

BARE = Figures(rate=400, p50=10, p99=20, web=1500, server=500)


def test_a_turn_is_reduced_to_its_kinds() -> None:
    bare = Slice(2, {"bare": [10_000] * 100}, Spent(0.3, 0.1))
    play = Slice(2, {"bet": [30_000] * 20, "decision": [20_000] * 60}, Spent(0.4, 0.16))
    costs = {
        "decision": Spent(0.3, 0.15),  # 50 decisions: web 6 ms, database 3 ms each
        "bet": Spent(0.1, 0.01),  # 10 bets: web 10 ms, database 1 ms each
    }
    stepped = Slice(2, {"bet": [1] * 10, "decision": [1] * 50}, Spent(0.4, 0.16), costs)

    turn = build_turn(bare, play, stepped)

    assert list(turn) == ["bare", "bet", "decision", "all"]
    assert astuple(turn["bare"]) == pytest.approx((50, 10, 10, 3000, 1000))
    assert astuple(turn["bet"]) == pytest.approx((10, 30, 30, 50_000 / 7, 800))
    assert astuple(turn["decision"]) == pytest.approx((30, 20, 20, 30_000 / 7, 2400))
    assert astuple(turn["all"]) == pytest.approx((40, 20, 30, 5000, 2000))


def test_a_slice_without_a_request_of_each_kind_is_no_measurement() -> None:
    one = Slice(2, {"bare": [10]}, Spent(1, 1))
    with pytest.raises(SystemExit):
        build_turn(
            one, Slice(2, {"bet": [10]}, Spent(1, 1)), Slice(2, {}, Spent(), {"bet": Spent()})
        )


def test_a_slice_without_one_kind_is_no_measurement() -> None:
    bare, play = Slice(2, {"bare": [10]}, Spent(1, 1)), Slice(2, {"bet": [10]}, Spent(1, 1))
    costs = {"bet": Spent(1, 1), "decision": Spent(1, 1)}
    with pytest.raises(SystemExit):
        build_turn(bare, play, Slice(2, {"bet": [10], "decision": [10]}, Spent(2, 2), costs))


def test_the_table_shows_ratios_and_their_growth() -> None:
    small = Size(10, [{"bare": BARE, "all": replace(BARE, web=3000)}], {"all": "12.0"})
    large = Size(99, [{"bare": BARE, "all": replace(BARE, web=4750)}])
    shown = format_table([small, large]).splitlines()

    assert len(shown) == 2 + 4
    assert shown[2].startswith("| 10 | bare | 400 | 1,500 | 500 | 2,000 |  |")
    assert shown[3] == (
        "| 10 | all | 400 | 3,000 | 500 | 3,500 | 1.75 | 10.0 | 1.00 | 20.0 | 1.00 | 12.0 |  |"
    )
    assert shown[5].endswith("| 4,750 | 500 | 5,250 | 2.62 | 10.0 | 1.00 | 20.0 | 1.00 |  | 1.50 |")


def test_ratios_are_medians_of_the_turns() -> None:
    turns = [{"bare": BARE, "all": replace(BARE, web=web)} for web in (1500, 3500, 99_500)]
    assert Size(10, turns).ratio("all", "cpu") == 2


@pytest.mark.parametrize("changes", [{"web": 4600.0}, {"server": 3600.0}, {"p99": 51.0}])
def test_exceeded_limits_are_reported_by_kind(changes: dict[str, float]) -> None:
    turn = {"bare": BARE, "bet": replace(BARE, **changes), "all": replace(BARE, p99=49)}
    (line,) = find_too_expensive([Size(10, [turn])])
    assert line.startswith("bet at 10 rounds: ")
