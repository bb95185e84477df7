"""What a number of failed tests says."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from scipy import stats

from tools.randomness.statistics import Check

LEVEL: Final = 0.01
"""A test fails below this p, as laboratories judge at 99 %."""
_FALSE_ALARM: Final = 1e-4
"""Chance that a fair generator is rejected, by each of the two criteria."""


@dataclass(frozen=True)
class Verdict:
    """The failed tests of a battery, and how many a fair generator fails at most."""

    checks: Sequence[Check]

    @property
    def failed(self) -> list[Check]:
        return [one for one in self.checks if one.p < LEVEL]

    @property
    def expected(self) -> float:
        """Failures that a fair generator has on average."""
        return LEVEL * len(self.checks)

    @property
    def most(self) -> int:
        """Failures that a fair generator exceeds once in 10,000 runs."""
        return int(stats.binom.isf(_FALSE_ALARM, len(self.checks), LEVEL))

    @property
    def smallest(self) -> float:
        """The p below which a single test rejects."""
        return _FALSE_ALARM / len(self.checks)

    @property
    def is_passed(self) -> bool:
        """False with more failures than chance explains, or with one that chance does not."""
        lowest = min(one.p for one in self.checks)
        return len(self.failed) <= self.most and lowest >= self.smallest
