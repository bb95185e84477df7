"""Statistics with a known law: counts against expectations, means of shoes, and sums."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy import stats

_FEWEST: Final = 5.0
"""Expected count below which cells are joined."""
_NO_SPREAD: Final = 1e-9
"""Part of the largest variance below which a direction has none: counts that always have one sum."""
Numbers = NDArray[np.float64]
Counts = Sequence[int] | NDArray[np.int64] | Numbers


@dataclass(frozen=True)
class Check:
    """One test: its statistic, degrees of freedom (0 of a z) and p."""

    name: str
    statistic: float
    freedom: int
    p: float


def check_chi_square(name: str, statistic: float, freedom: int) -> Check:
    """Return the upper tail of a chi-square."""
    return Check(name, statistic, freedom, float(stats.chi2.sf(statistic, freedom)))


def check_z(name: str, z: float) -> Check:
    """Return both tails of a standard normal number."""
    return Check(name, z, 0, float(2 * stats.norm.sf(abs(z))))


def check_counts(name: str, counts: Counts, chances: Sequence[float]) -> Check:
    """Compare counts of independent outcomes with their chances. Rare outcomes are joined."""
    wanted: Numbers = np.asarray(chances) * np.sum(counts)
    found, expected = _join_rare(np.array(counts, dtype=np.float64), wanted)
    statistic = float(np.sum((found - expected) ** 2 / expected))
    return check_chi_square(name, statistic, len(found) - 1)


def check_means(name: str, rows: Numbers, expected: Numbers) -> Check:
    """Compare the mean of independent rows with its expectation, their covariance estimated (Hotelling)."""
    number = len(rows)
    differences = rows.mean(axis=0) - expected
    variances, directions = np.linalg.eigh(np.cov(rows, rowvar=False))
    varies = variances > _NO_SPREAD * variances.max()
    turned = directions[:, varies].T @ differences
    squared, freedom = float(number * np.sum(turned**2 / variances[varies])), int(varies.sum())
    scaled = squared * (number - freedom) / (freedom * (number - 1))
    return Check(name, squared, freedom, float(stats.f.sf(scaled, freedom, number - freedom)))


def check_mean(name: str, values: Numbers, expected: float) -> Check:
    """Compare the mean of independent values with its expectation."""
    spread = float(values.std(ddof=1)) / sqrt(len(values))
    return check_z(name, (float(values.mean()) - expected) / spread)


def _join_rare(counts: Numbers, expected: Numbers) -> tuple[Numbers, Numbers]:
    order = np.argsort(expected)
    if expected[order[0]] >= _FEWEST:
        return counts, expected
    rare = int(np.searchsorted(np.cumsum(expected[order]), _FEWEST)) + 1
    joined, others = order[:rare], order[rare:]
    return (
        np.append(counts[others], counts[joined].sum()),
        np.append(expected[others], expected[joined].sum()),
    )
