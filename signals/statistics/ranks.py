"""Rank correlation."""

import numpy as np

from signals.columns import Floats
from signals.scipy_packages import stats


def spearman(one: Floats, other: Floats) -> float:
    """Spearman's rank correlation; 0.0 if either column has a single value."""
    if len(one) < 2 or np.ptp(one) == 0 or np.ptp(other) == 0:  # noqa: PLR2004 - a pair
        return 0.0
    return float(stats.spearmanr(one, other).statistic)
