"""Sums over draws from which the tests are computed. Those of several days, tables or versions are added."""

from dataclasses import dataclass, field, fields
from typing import Final

import numpy as np
from numpy.typing import NDArray

from reports.draws.values.columns import Column, DrawColumns

PARTS: Final = 16
"""Parts into which the cards left are divided, as evenly as their number allows."""

LAST_BITS: Final = 4
"""An index is tested modulo this where it divides the number of cards left."""

LAGS: Final = 3
"""Draws and deals up to so far apart are compared."""

LARGEST_DIVISOR: Final = 8
"""Rests of two draws are compared modulo their numbers of cards' largest common divisor up to this."""

Numbers = NDArray[np.float64]


def _counts(length: int) -> Column:
    return np.zeros(length, dtype=np.int64)


def _numbers() -> Numbers:
    return np.zeros(LAGS)


@dataclass(slots=True)
class DrawSums:
    """Sums of draws. Arrays over lags begin with lag 1.

    `by_left[m]` counts draws among m cards, `parts` those by the part of the cards left that they took; `last_bits` counts
    indexes modulo `LAST_BITS`. `products` sums products of standardised indexes of draws a lag apart in one shoe, `pairs`
    counts them. `agreed`, `agreed_expected` and `agreed_variance` are of draws with the same cursor in deals a lag apart.
    """

    shoes: int = 0
    by_left: Column = field(default_factory=lambda: _counts(1))
    parts: Column = field(default_factory=lambda: _counts(PARTS))
    last_bits: Column = field(default_factory=lambda: _counts(LAST_BITS))
    products: Numbers = field(default_factory=_numbers)
    pairs: Column = field(default_factory=lambda: _counts(LAGS))
    agreed: Column = field(default_factory=lambda: _counts(LAGS))
    agreed_expected: Numbers = field(default_factory=_numbers)
    agreed_variance: Numbers = field(default_factory=_numbers)

    @property
    def draws(self) -> int:
        """Number of draws among two cards or more; a single card leaves no choice."""
        return int(self.by_left[2:].sum())

    def add(self, other: "DrawSums") -> None:
        """Add the other sums to these."""
        length = max(len(self.by_left), len(other.by_left))
        for one in (self, other):
            one.by_left = np.pad(one.by_left, (0, length - len(one.by_left)))
        for column in fields(self):
            setattr(self, column.name, getattr(self, column.name) + getattr(other, column.name))


def sum_draws(draws: DrawColumns) -> DrawSums:
    """Return the sums of these draws."""
    chosen = draws.left > 1
    left, index = draws.left[chosen], draws.index[chosen]
    even = left % LAST_BITS == 0
    sums = DrawSums(
        shoes=len(np.unique(draws.shoe)),
        by_left=np.bincount(draws.left, minlength=1),
        parts=np.bincount(index * PARTS // left, minlength=PARTS),
        last_bits=np.bincount(index[even] % LAST_BITS, minlength=LAST_BITS),
    )
    for lag in range(1, LAGS + 1):
        _add_products(sums, draws, lag)
        _add_agreements(sums, draws, lag)
    return sums


def _add_products(sums: DrawSums, draws: DrawColumns, lag: int) -> None:
    spread = np.sqrt((draws.left.astype(float) ** 2 - 1) / 12)
    chosen = spread > 0
    standard = np.where(chosen, draws.index - (draws.left - 1) / 2, 0) / np.where(chosen, spread, 1)
    both = (draws.shoe[lag:] == draws.shoe[:-lag]) & chosen[lag:] & chosen[:-lag]
    sums.products[lag - 1] = float(np.sum((standard[lag:] * standard[:-lag])[both]))
    sums.pairs[lag - 1] = int(both.sum())


def _add_agreements(sums: DrawSums, draws: DrawColumns, lag: int) -> None:
    """Compare draws with the same cursor: from one block, x mod a and x mod b agree modulo each common divisor of a and b."""
    one, other = _same_cursor(draws, lag)
    divisor = largest_divisors(np.gcd(draws.left[one], draws.left[other]))
    chosen = divisor > 1
    one, other, divisor = one[chosen], other[chosen], divisor[chosen]
    chance = 1 / divisor
    sums.agreed[lag - 1] = int(np.sum((draws.index[one] - draws.index[other]) % divisor == 0))
    sums.agreed_expected[lag - 1] = float(chance.sum())
    sums.agreed_variance[lag - 1] = float(np.sum(chance * (1 - chance)))


def _same_cursor(draws: DrawColumns, lag: int) -> tuple[Column, Column]:
    """Return the places of draws with the same cursor in deals `lag` apart."""
    deals, cursors = int(draws.deal.max(initial=0)) + LAGS + 1, int(draws.cursor.max(initial=0)) + 1
    keys = (draws.shoe * deals + draws.deal) * cursors + draws.cursor
    wanted = keys + lag * cursors
    places = np.minimum(np.searchsorted(keys, wanted), max(len(keys) - 1, 0))
    found = keys[places] == wanted if len(keys) else np.zeros(0, dtype=bool)
    return np.flatnonzero(found), places[found]


def largest_divisors(numbers: Column) -> Column:
    """Return each number's largest divisor up to `LARGEST_DIVISOR`."""
    found = np.ones_like(numbers)
    for divisor in range(2, LARGEST_DIVISOR + 1):
        found[numbers % divisor == 0] = divisor
    return found
