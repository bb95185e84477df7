"""A tier as it is proposed."""

from dataclasses import dataclass

from loyalty.values.points import HUNDREDTHS


@dataclass(frozen=True, slots=True)
class NewTier:
    """A tier to be: its name, from how many hundredths of points on, its multiplier, and what a point is worth in USD units.

    The house's limits on withdrawals are multiplied by `withdrawal` hundredths.
    """

    name: str
    threshold: int
    multiplier: int
    redemption: int
    withdrawal: int = HUNDREDTHS
