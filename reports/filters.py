"""What part of the house a report is about."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Filters:
    """None: all of them. Test accounts are counted alone, or not at all."""

    table: int | None = None
    version: int | None = None
    currency: str | None = None
    segment: str | None = None
    test: bool = False
