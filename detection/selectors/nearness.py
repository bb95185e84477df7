"""How near an outcome is to its thresholds."""

from collections.abc import Mapping
from math import log


def measure_nearness(
    figures: Mapping[str, float | None], thresholds: Mapping[str, float]
) -> float | None:
    """Return a number that grows towards 0 as figures come near to the thresholds of the same names.

    The figure that is furthest from its threshold counts, as a ratio. None without a figure that can be compared.
    """
    shares = []
    for name, threshold in thresholds.items():
        figure = figures.get(name)
        if figure is not None and figure > 0 and threshold > 0:
            shares.append(-abs(log(figure / threshold)))
    return min(shares) if shares else None
