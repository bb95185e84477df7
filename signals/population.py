"""A player's points against those of all players."""

from dataclasses import dataclass
from math import log
from typing import Final

import numpy as np

from signals.columns import Floats

NORMAL_SPREAD: Final = 1.4826
"""Standard deviation of a normal distribution ÷ its median absolute deviation."""


@dataclass(frozen=True, slots=True)
class Population:
    """Points per dollar of theoretical loss of all players with both: median and spread of the logarithm, and their number.

    Median and median absolute deviation, because farmers among few players would move mean and standard deviation.
    """

    players: int = 0
    median: float = float("nan")
    spread: float = float("nan")


@dataclass(frozen=True, slots=True)
class Earner:
    """A player's points and theoretical loss (USD) of the window, with the population's."""

    player: str
    points: float
    loss: float
    population: Population

    @property
    def log_ratio(self) -> float:
        """Logarithm of points per dollar of theoretical loss. Raises ValueError unless both are above zero."""
        return log(self.points / self.loss)


def measure_population(points: Floats, losses: Floats) -> Population:
    """Measure all players, one row each. Players without points or theoretical loss are left out."""
    counted = (points > 0) & (losses > 0)
    if not counted.any():
        return Population()
    ratios = np.log(points[counted] / losses[counted])
    median = float(np.median(ratios))
    spread = NORMAL_SPREAD * float(np.median(np.abs(ratios - median)))
    return Population(int(counted.sum()), median, spread)
