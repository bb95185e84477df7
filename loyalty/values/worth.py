"""Value of points in units of a currency; `sql/redeeming.sql` computes the same."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from math import ceil, floor

from loyalty.values.points import HUNDREDTHS
from wallet.money.values import BASE_CURRENCY, MINOR_DIGITS, SCALE_DIGITS, Money


@dataclass(frozen=True, slots=True)
class PointsWorth:
    """Money for points: `points` is the smallest number of the requested points with this value; the rest stay."""

    points: int
    money: Money


def calculate_worth(asked: int, redemption: int, currency: str, rate: Decimal) -> PointsWorth:
    """Return the value of whole points at `redemption` units of USD each, in a currency worth `rate` USD, rounded down to its smallest coin."""
    coin = 10 ** (SCALE_DIGITS - MINOR_DIGITS[currency])
    units = floor(Fraction(asked * redemption) / (Fraction(rate) * coin)) * coin
    points = ceil(Fraction(units) * Fraction(rate) / redemption) if redemption else 0
    return PointsWorth(points, Money(units, currency))


def sum_worth(points: Iterable[tuple[int, int]]) -> Money:
    """Return the total value of hundredths of points, each with its units of USD per point, rounded down once."""
    units = sum(hundredths * redemption for hundredths, redemption in points)
    return Money(units // HUNDREDTHS, BASE_CURRENCY)
