"""Limits of `make bench-signals-night`: seconds, memory and growth, each of which fails the run by itself."""

import pytest

from tools.benchmarks.signals_night import Night, Stage, find_growth, is_over_budget, project


def night(rounds: int, busy: float, peak: int = 10**8) -> Night:
    """Return a night with so many processor seconds, half of them the server's, in two stages."""
    columns = Stage("columns", rounds, 1.0, busy / 8, busy / 8, peak)
    judging = Stage("judging", rounds // 100, 1.0, 3 * busy / 8, 3 * busy / 8, peak // 2)
    return Night([columns, judging])


def test_processor_seconds_are_projected_to_ten_million_rounds_on_two_cores() -> None:
    small = night(100_000, 10.0)
    assert small.busy == 10.0
    assert project(small.busy, small) == 500.0


@pytest.mark.parametrize(
    ("first", "second", "over"),
    [
        (night(100_000, 10.0), night(200_000, 20.0), False),
        (night(100_000, 10.0), night(200_000, 22.5), True),  # 2.25 times as long
        (night(100_000, 12.0), night(200_000, 23.0), True),  # 600 s
        (night(100_000, 10.0, 2**30), night(200_000, 20.0), True),
    ],
)
def test_each_limit_fails_the_run(first: Night, second: Night, *, over: bool) -> None:
    assert is_over_budget([first, second]) is over


def test_growth_is_that_of_exactly_twice_the_rounds() -> None:
    assert find_growth([night(100_000, 10.0), night(190_000, 19.0)]) == pytest.approx(2.0)
