"""Tests of draws against the exact law of fair ones: each gives the chance that fair draws are as far off."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import numpy as np

from reports.draws.values.sums import LAST_BITS, PARTS, DrawSums, Numbers
from signals.scipy_packages import stats

FEWEST: Final = 2_000
"""Draws without which nothing is tested: the laws below are those of large numbers."""

_NO_SPREAD: Final = 1e-9
"""Share of the largest variance below which a direction has none."""


class DrawTest(StrEnum):
    """A property of fair draws that is tested."""

    PARTS = "parts"  # how far into the cards left
    LAST_BITS = "last_bits"  # index modulo 4
    SERIAL = "serial"  # correlation of draws one to three apart
    CURSOR = "cursor"  # draws with the same cursor in deals one to three apart


@dataclass(frozen=True, slots=True)
class DrawTested:
    """The result of a test: a chi-square, its degrees of freedom, and p."""

    test: DrawTest
    statistic: float
    freedom: int
    p: float


def run_tests(sums: DrawSums) -> tuple[DrawTested, ...]:
    """Return the results of all tests; none with fewer than `FEWEST` draws."""
    if sums.draws < FEWEST:
        return ()
    return tuple(
        DrawTested(test, statistic, freedom, float(stats.chi2.sf(statistic, freedom)))
        for test, statistic, freedom in _compute_statistics(sums)
    )


def _compute_statistics(sums: DrawSums) -> Iterator[tuple[DrawTest, float, int]]:
    expected, covariance = expected_parts(sums)
    yield DrawTest.PARTS, *_compare(sums.parts - expected, covariance)
    if number := int(sums.last_bits.sum()):
        each = number / LAST_BITS
        squares = float(np.sum((sums.last_bits - each) ** 2) / each)
        yield DrawTest.LAST_BITS, squares, LAST_BITS - 1
    yield DrawTest.SERIAL, *_add_squares(sums.products, sums.pairs.astype(float))
    yield DrawTest.CURSOR, *_add_squares(sums.agreed - sums.agreed_expected, sums.agreed_variance)


def expected_parts(sums: DrawSums) -> tuple[Numbers, Numbers]:
    """Return the expected numbers of draws by part, and their covariance, given the cards left at each draw."""
    expected, covariance = np.zeros(PARTS), np.zeros((PARTS, PARTS))
    for left in np.flatnonzero(sums.by_left[2:]) + 2:
        counts = np.bincount(np.arange(left) * PARTS // left, minlength=PARTS)
        chances = counts / left
        expected += sums.by_left[left] * chances
        covariance += sums.by_left[left] * (np.diag(chances) - np.outer(chances, chances))
    return expected, covariance


def _compare(differences: Numbers, covariance: Numbers) -> tuple[float, int]:
    """Return the chi-square of differences with this covariance. Directions without variance are left out: counts add up."""
    variances, directions = np.linalg.eigh(covariance)
    varies = variances > _NO_SPREAD * variances.max()
    turned = directions[:, varies].T @ differences
    return float(np.sum(turned**2 / variances[varies])), int(varies.sum())


def _add_squares(sums: Numbers, variances: Numbers) -> tuple[float, int]:
    """Return the chi-square of uncorrelated sums with these variances, without those that are empty."""
    known = variances > 0
    return float(np.sum(sums[known] ** 2 / variances[known])), int(known.sum())
