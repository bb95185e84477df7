"""A proposed tier."""

from dataclasses import dataclass

from loyalty.values.points import HUNDREDTHS


@dataclass(frozen=True, slots=True)
class NewTier:
    """Name, threshold in hundredths of points, multiplier, and the value of a point in USD units.

    `withdrawal` is the factor in hundredths for the house's withdrawal limits.
    """

    name: str
    threshold: int
    multiplier: int
    redemption: int
    withdrawal: int = HUNDREDTHS
