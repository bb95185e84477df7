"""A proposed tier."""

from dataclasses import dataclass

from loyalty.values.points import HUNDREDTHS


@dataclass(frozen=True, slots=True)
class NewTier:
    """Name, threshold in hundredths of points, multiplier, and the worth of a point in USD units.

    `withdrawal` are hundredths that multiply the house's withdrawal limits.
    """

    name: str
    threshold: int
    multiplier: int
    redemption: int
    withdrawal: int = HUNDREDTHS
