"""Intervals and tests of shares and means."""

from math import sqrt
from typing import Final, NamedTuple

import numpy as np

from signals.columns import Floats, Ints
from signals.scipy_packages import stats

_PAIR: Final = 2
_NOTHING: Final = 1e-18


class Interval(NamedTuple):
    """An estimate with its interval; NaN where there are too few observations for one."""

    value: float
    low: float
    high: float


def bound_share(hits: int, n: int, level: float) -> float:
    """Exact one-sided upper bound of a share (Clopper-Pearson); 1.0 without observations."""
    if hits >= n:
        return 1.0
    return float(stats.beta.ppf(level, hits + 1, n - hits))


def estimate_share(hits: int, n: int, level: float = 0.95) -> Interval:
    """Share with its exact interval (Clopper-Pearson)."""
    if not n:
        return Interval(float("nan"), float("nan"), float("nan"))
    found = stats.binomtest(hits, n).proportion_ci(level, "exact")
    return Interval(hits / n, float(found.low), float(found.high))


def compare_shares(one: int, of_one: int, other: int, of_other: int) -> float:
    """Two-proportion z of one share less the other, pooled variance; 0.0 if there is nothing to compare."""
    if not of_one or not of_other:
        return 0.0
    pooled = (one + other) / (of_one + of_other)
    variance = pooled * (1 - pooled) * (1 / of_one + 1 / of_other)
    return (one / of_one - other / of_other) / sqrt(variance) if variance > 0 else 0.0


def compare_means(one: Floats, other: Floats, level: float) -> Interval:
    """Difference of two means with Welch's interval. Each needs two values.

    By hand, because scipy's test warns of columns that hardly vary: those of a program that waits for a set time.
    """
    difference = float(np.mean(one) - np.mean(other))
    parts = float(np.var(one, ddof=1)) / len(one), float(np.var(other, ddof=1)) / len(other)
    total = sum(parts)
    if total < _NOTHING:
        return Interval(difference, difference, difference)
    freedom = total**2 / (parts[0] ** 2 / (len(one) - 1) + parts[1] ** 2 / (len(other) - 1))
    width = float(stats.t.ppf((1 + level) / 2, freedom)) * sqrt(total)
    return Interval(difference, difference - width, difference + width)


def estimate_ratio(sums: Floats, sizes: Floats, clusters: Ints, level: float = 0.95) -> Interval:
    """Ratio of the sums of two columns with its interval, rows of a cluster depending on each other (Student's t)."""
    _, place = np.unique(clusters, return_inverse=True)
    top, bottom = np.bincount(place, sums), np.bincount(place, sizes)
    total = float(bottom.sum())
    ratio = float(top.sum()) / total if total else float("nan")
    count = len(top)
    if count < _PAIR or not total:
        return Interval(ratio, float("nan"), float("nan"))
    residual = top - ratio * bottom
    error = sqrt(float(residual @ residual) * count / (count - 1)) / total
    width = float(stats.t.ppf((1 + level) / 2, count - 1)) * error
    return Interval(ratio, ratio - width, ratio + width)
