"""How much history is written, over how long, and what that takes."""

import secrets
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Final

BYTES: Final = 4_800
"""What a round takes on the disk, about, with all that belongs to it."""
SECONDS: Final = 260e-6
"""What it takes to write, about, on two processors."""


def now() -> datetime:
    """The end of a history that is written now."""
    return datetime.now(UTC)


@dataclass(frozen=True)
class Plan:
    """So many rounds over so many days until now."""

    rounds: int
    days: int
    seed: int
    until: datetime
    copied: bool = False
    """Whether a few shoes are copied, whose cards follow from no seed of theirs."""
    mark: str = field(default_factory=lambda: f"{secrets.token_hex(4)}-")
    """In the addresses of its players, and in what their dice follow from: with the same one it is the same history."""

    @property
    def since(self) -> datetime:
        """When it begins: at midnight."""
        first = (self.until - timedelta(days=self.days)).date()
        return datetime.combine(first, datetime.min.time(), tzinfo=UTC)

    @property
    def size(self) -> str:
        """What disk and time it takes, about."""
        disk, minutes = self.rounds * BYTES / 2**30, self.rounds * SECONDS / 60
        return f"about {disk:,.1f} GB of disk and {minutes:,.0f} minutes on two processors"
