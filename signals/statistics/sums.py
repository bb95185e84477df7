"""Upper tails of sums of independent discrete quantities, exact for few, by the saddle point for many.

Values are rounded to a grid of a tenth, observed ones likewise, so that the tail is that of the rounded sum. A sum of
few parts is convolved: all terms are positive, so small tails keep their relative precision. A sum of many has the
tail of Lugannani and Rice with the correction for lattices.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, sqrt
from typing import Final

import numpy as np

from signals.columns import Floats, Ints
from signals.scipy_packages import optimize, stats

GRID: Final = 0.1
EXACT_UP_TO: Final = 160
"""Parts of a sum that is convolved; its cost grows with the square."""

_NEAR_THE_MEAN: Final = 1e-3
"""Saddle points below this are replaced by the normal tail, as the formula is 0/0 at the mean."""

_STEEPEST: Final = 700.0


@dataclass(frozen=True, slots=True)
class SumPart:
    """One quantity of a sum: its possible `values` and the chance of each. Chances add up to 1."""

    values: Floats
    chances: Floats

    @property
    def mean(self) -> float:
        return float(self.values @ self.chances)

    @property
    def variance(self) -> float:
        return float(self.values**2 @ self.chances) - self.mean**2


def upper_tail(parts: Sequence[SumPart], observed: Floats) -> float:
    """Return the probability that the sum of the parts is at least that of the `observed` values, one for each part."""
    if not parts:
        return 1.0
    reached = int(_steps(observed).sum())
    if len(parts) <= EXACT_UP_TO:
        return exact_tail(parts, reached)
    return saddle_point_tail(parts, reached)


def exact_tail(parts: Sequence[SumPart], reached: int) -> float:
    """Return the probability that the sum is at least `reached` steps of the grid, by convolution."""
    lowest, chances = 0, [np.ones(1)]
    for part in parts:
        first, found = _on_grid(part)
        lowest += first
        chances.append(found)
    while len(chances) > 1:
        pairs = [
            np.convolve(one, other) for one, other in zip(chances[::2], chances[1::2], strict=False)
        ]
        chances = pairs + chances[2 * len(pairs) :]
    above = chances[0][max(reached - lowest, 0) :]
    return min(1.0, float(above.sum()))


def saddle_point_tail(parts: Sequence[SumPart], reached: int) -> float:
    """Return about the same as `exact_tail`: in the far tail to some per cent of the probability."""
    lattice = _Lattice.from_parts(parts)
    # A sum between two points of the lattice is that of the next one above.
    x = -((lattice.lowest - reached) // lattice.span)
    if x <= 0:
        return 1.0
    if x >= lattice.highest:
        return exp(lattice.log_chance_of_highest) if x == lattice.highest else 0.0
    t = lattice.saddle_point(x)
    if abs(t) * lattice.deviation(0.0) < _NEAR_THE_MEAN:
        above = (x - 0.5 - lattice.slope(0.0)) / lattice.deviation(0.0)
        return float(stats.norm.sf(above))
    w = np.sign(t) * sqrt(max(2 * (t * x - lattice.height(t)), 0.0))
    u = (1 - exp(-t)) * lattice.deviation(t)
    found = stats.norm.sf(w) + stats.norm.pdf(w) * (1 / u - 1 / w)
    return float(min(max(found, 0.0), 1.0))


def _steps(values: Floats) -> Ints:
    return np.rint(np.asarray(values, float) / GRID).astype(np.int64)


def _on_grid(part: SumPart) -> tuple[int, Floats]:
    """Return the first step of the grid and the chances from there on."""
    steps = _steps(part.values)
    first = int(steps.min())
    return first, np.bincount(steps - first, part.chances).astype(float)


@dataclass(frozen=True, slots=True)
class _Lattice:
    """Parts as steps of the widest lattice that holds them all, each counted from its lowest value.

    All parts are rows of (`steps`, `chances`), filled up with chances of 0.
    """

    lowest: int
    span: int
    steps: Floats
    chances: Floats

    @classmethod
    def from_parts(cls, parts: Sequence[SumPart]) -> "_Lattice":
        grids = [_on_grid(part) for part in parts]
        found = [np.flatnonzero(chances) for _first, chances in grids]
        span = int(np.gcd.reduce(np.concatenate(found))) or 1
        width = max(map(len, found))
        steps, chances = np.zeros((len(parts), width)), np.zeros((len(parts), width))
        for row, (places, (_first, grid)) in enumerate(zip(found, grids, strict=True)):
            steps[row, : len(places)] = places // span
            chances[row, : len(places)] = grid[places]
        return cls(sum(first for first, _chances in grids), span, steps, chances)

    @property
    def highest(self) -> int:
        return int(self.steps.max(axis=1).sum())

    @property
    def log_chance_of_highest(self) -> float:
        at = self.steps.argmax(axis=1)[:, None]
        return float(np.log(np.take_along_axis(self.chances, at, axis=1)).sum())

    def height(self, t: float) -> float:
        """Cumulant generating function."""
        top = self._top(t)
        return float((np.log(self._weights(t).sum(axis=1)) + top[:, 0]).sum())

    def slope(self, t: float) -> float:
        weights = self._weights(t)
        return float(((weights * self.steps).sum(axis=1) / weights.sum(axis=1)).sum())

    def deviation(self, t: float) -> float:
        """Square root of the second derivative."""
        weights = self._weights(t)
        weights /= weights.sum(axis=1, keepdims=True)
        mean = (weights * self.steps).sum(axis=1)
        return sqrt(float(((weights * self.steps**2).sum(axis=1) - mean**2).sum()))

    def saddle_point(self, x: int) -> float:
        """Return where the slope is `x`, which lies strictly between the ends of the sum."""
        widest = 1.0
        while not self.slope(-widest) < x < self.slope(widest) and widest < _STEEPEST:
            widest *= 2
        return float(optimize.brentq(lambda t: self.slope(t) - x, -widest, widest, xtol=1e-12))

    def _top(self, t: float) -> Floats:
        found: Floats = np.max(t * self.steps, axis=1, keepdims=True)
        return found

    def _weights(self, t: float) -> Floats:
        found: Floats = self.chances * np.exp(t * self.steps - self._top(t))
        return found
