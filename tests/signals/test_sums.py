"""Tails of sums against brute force and simulation."""

from itertools import product
from math import prod

import numpy as np
import pytest

from signals.statistics.sums import (
    EXACT_UP_TO,
    GRID,
    SumPart,
    exact_tail,
    saddle_point_tail,
    upper_tail,
)

HALVES = SumPart(np.array([-2.0, -1.0, 0.0, 1.0, 2.0]), np.array([0.1, 0.4, 0.1, 0.3, 0.1]))
INSURANCE = SumPart(np.array([-0.5, 1.0]), np.array([0.7, 0.3]))
NATURAL = SumPart(np.array([-1.0, 0.2, 1.2]), np.array([0.5, 0.2, 0.3]))


def _brute_force(parts: list[SumPart], reached: int) -> float:
    found = 0.0
    for chosen in product(*(range(len(part.values)) for part in parts)):
        pairs = list(zip(parts, chosen, strict=True))
        steps = sum(round(part.values[at] / GRID) for part, at in pairs)
        found += prod(part.chances[at] for part, at in pairs) * (steps >= reached)
    return found


def test_a_short_sum_is_exact() -> None:
    parts = [HALVES, INSURANCE, NATURAL, HALVES, INSURANCE]
    for reached in range(-70, 80, 3):
        assert exact_tail(parts, reached) == pytest.approx(_brute_force(parts, reached), abs=1e-14)


@pytest.mark.parametrize("parts", [[HALVES], [INSURANCE], [HALVES, INSURANCE], [NATURAL, HALVES]])
def test_the_saddle_point_agrees_with_convolution_far_out(parts: list[SumPart]) -> None:
    many = parts * (120 // len(parts))
    mean = sum(part.mean for part in many)
    deviation = sum(part.variance for part in many) ** 0.5
    for distance in (0.5, 1, 2, 3, 4, 5, 6):
        reached = round((mean + distance * deviation) / GRID)
        exact = exact_tail(many, reached)
        assert saddle_point_tail(many, reached) == pytest.approx(exact, rel=0.03)


def test_the_saddle_point_is_near_at_the_mean_and_below() -> None:
    many = [HALVES, INSURANCE] * 100
    mean = sum(part.mean for part in many) / GRID
    for away in range(-60, 61, 5):
        reached = round(mean) + away
        assert saddle_point_tail(many, reached) == pytest.approx(
            exact_tail(many, reached), rel=0.02
        )


def test_the_ends_of_a_sum() -> None:
    many = [INSURANCE] * 200
    assert saddle_point_tail(many, 200 * 10) == pytest.approx(0.3**200, rel=1e-9)
    assert saddle_point_tail(many, 200 * 10 + 1) == 0.0
    assert saddle_point_tail(many, -200 * 5) == 1.0
    assert upper_tail([], np.zeros(0)) == 1.0


@pytest.mark.parametrize("length", [10, 60, EXACT_UP_TO + 1])
def test_drawn_sums_reach_a_tail_as_often_as_it_says(length: int) -> None:
    random = np.random.default_rng(length)
    parts = [(HALVES, INSURANCE, NATURAL)[at % 3] for at in range(length)]
    columns = [random.choice(part.values, 300, p=part.chances) for part in parts]
    tails = [upper_tail(parts, drawn) for drawn in np.array(columns).T]
    for level in (0.05, 0.2, 0.5):
        share = np.mean(np.array(tails) <= level)
        assert abs(share - level) < 4 * (level * (1 - level) / len(tails)) ** 0.5 + 0.02
