"""Size and duration of a history, and the resources it needs."""

import secrets
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Final

BYTES: Final = 4_800
"""Approximate bytes of a round on disk, including related rows."""
SECONDS: Final = 260e-6
"""Approximate seconds to write a round on two cores."""


def now() -> datetime:
    """Return the end of a history written now."""
    return datetime.now(UTC)


@dataclass(frozen=True)
class Plan:
    """Number of rounds and days until `until`."""

    rounds: int
    days: int
    seed: int
    until: datetime
    copied: bool = False
    """Whether shoes are copied; their cards then do not follow from their seeds."""
    mark: str = field(default_factory=lambda: f"{secrets.token_hex(4)}-")
    """Prefix of the players' addresses and seed of their random numbers: the same mark gives the same history."""

    @property
    def since(self) -> datetime:
        """Start of the history, at midnight UTC."""
        first = (self.until - timedelta(days=self.days)).date()
        return datetime.combine(first, datetime.min.time(), tzinfo=UTC)

    @property
    def size(self) -> str:
        """Estimate of the disk and time needed, in words."""
        disk, minutes = self.rounds * BYTES / 2**30, self.rounds * SECONDS / 60
        return f"about {disk:,.1f} GB of disk and {minutes:,.0f} minutes on two processors"
