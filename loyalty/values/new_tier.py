"""A proposed tier."""

from dataclasses import dataclass

from loyalty.values.points import HUNDREDTHS
from pages.names import choose_name


@dataclass(frozen=True, slots=True)
class NewTier:
    """Name, threshold in hundredths of points, multiplier, and the value of a point in USD units.

    `withdrawal` is the factor in hundredths for the house's withdrawal limits. `name_es`: see `pages.names`.
    """

    name: str
    threshold: int
    multiplier: int
    redemption: int
    withdrawal: int = HUNDREDTHS
    name_es: str = ""

    @property
    def display_name(self) -> str:
        """The name for readers of the active language."""
        return choose_name(self.name, self.name_es)
