"""Sums of play that several reports show."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Self

from wallet.money.values import BASE_CURRENCY, Money

SUMS: Final = (
    "rounds",
    "hands",
    "staked",
    "returned",
    "staked_usd",
    "returned_usd",
    "interrupted",
    "cancelled",
    "voided",
    "unvoided",
    "voided_house",
    "voided_house_usd",
)
SUMMED: Final = ", ".join(f"coalesce(sum({name}), 0)::bigint AS {name}" for name in SUMS)
"""Columns of a query on `reports.selectors.fact_tables.GAMES`."""


@dataclass(frozen=True, slots=True)
class PlayedSums:
    """Sums over completed rounds, with changes by voids.

    `staked` and `returned` are in the rounds' own currency: meaningful for one currency only.
    """

    rounds: int = 0
    hands: int = 0
    staked: int = 0
    returned: int = 0
    staked_usd: int = 0
    returned_usd: int = 0
    interrupted: int = 0
    cancelled: int = 0
    voided: int = 0
    unvoided: int = 0
    voided_house: int = 0
    voided_house_usd: int = 0

    @classmethod
    def from_row(cls, answer: Mapping[str, Any]) -> Self:
        """Read the sums from a query row."""
        return cls(**{name: int(answer[name] or 0) for name in SUMS})

    @property
    def won_usd(self) -> Money:
        """Gross gaming revenue: stakes less payouts, with voids."""
        return _usd(self.staked_usd - self.returned_usd + self.voided_house_usd)

    @property
    def won(self) -> int:
        """Gross gaming revenue in units of the rounds' currency."""
        return self.staked - self.returned + self.voided_house

    @property
    def staked_money(self) -> Money:
        """Stakes in dollars."""
        return _usd(self.staked_usd)

    @property
    def returned_money(self) -> Money:
        """Payouts in dollars, stakes included."""
        return _usd(self.returned_usd)

    @property
    def hold(self) -> float | None:
        """House win per stake; None without stakes."""
        return self.won_usd.units / self.staked_usd if self.staked_usd else None

    @property
    def rtp(self) -> float | None:
        """Return to player per stake, with voids; None without stakes."""
        return None if self.hold is None else 1 - self.hold


def _usd(units: int) -> Money:
    return Money(units, BASE_CURRENCY)
