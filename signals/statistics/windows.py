"""Sums and counts over windows of time that end at each row. Rows are in time order; a window includes both its ends."""

import numpy as np

from signals.columns import Columns, Floats, Ints


def sort_by_time(rows: Columns) -> Ints:
    """Return the places of rows by their `at`, rows of the same time in their order."""
    at: Floats = getattr(rows, "at")  # noqa: B009 - all columns with a time call it `at`
    return np.argsort(at, kind="stable").astype(np.int64)


def find_window_starts(at: Floats, seconds: float) -> Ints:
    """First row of the window of each row."""
    return np.searchsorted(at, at - seconds, side="left").astype(np.int64)


def sum_windows(at: Floats, amounts: Ints, seconds: float) -> Ints:
    """Sum of the window of each row, up to this row in the order of rows."""
    total = np.concatenate([np.zeros(1, np.int64), np.cumsum(amounts, dtype=np.int64)])
    sums: Ints = total[1:] - total[find_window_starts(at, seconds)]
    return sums


def sum_before(at: Floats, amounts: Ints, moments: Floats, seconds: float) -> Ints:
    """Sum of the rows in the window that ends at each moment."""
    total = np.concatenate([np.zeros(1, np.int64), np.cumsum(amounts, dtype=np.int64)])
    end = np.searchsorted(at, moments, side="right")
    sums: Ints = total[end] - total[np.searchsorted(at, moments - seconds, side="left")]
    return sums


def count_windows(at: Floats, seconds: float) -> Ints:
    """Rows of the window of each row."""
    return np.arange(1, len(at) + 1, dtype=np.int64) - find_window_starts(at, seconds)


def find_crossings(at: Floats, amounts: Ints, seconds: float, limit: float) -> Floats:
    """Times at which the sum of a window reaches the limit, having been below it just before."""
    reached = sum_windows(at, amounts, seconds)
    crossed = (reached >= limit) & (reached - amounts < limit)
    return at[crossed]
