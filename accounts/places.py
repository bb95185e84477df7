"""Places in lists by time: between two rows, so that nothing that is added or counted moves them.

A row's number tells rows of one moment apart. A place stands in an address, whence anything may come.
"""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final, Self

from django.db.models import Q
from django.utils.dateparse import parse_datetime

BEGINNING: Final = datetime(2000, 1, 1, tzinfo=UTC)
_BIGINT: Final = 2**63


@dataclass(frozen=True, slots=True)
class Place:
    """Beside the row of this time and number."""

    at: datetime
    pk: int

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """Read what `str` wrote; None for anything else."""
        at, _, number = text.partition("~")
        if not (number.isascii() and number.isdigit()) or len(number) > len(str(_BIGINT)):
            return None
        try:
            moment = parse_datetime(at)
        except ValueError:
            return None
        if moment is None or moment.tzinfo is None or moment <= BEGINNING:
            return None
        return cls(moment, min(int(number), _BIGINT - 1))

    def __str__(self) -> str:
        """As it stands in an address."""
        return f"{self.at.isoformat()}~{self.pk}"

    def older(self, field: str) -> Q:
        """The rows before it, by this field."""
        same = Q(**{field: self.at, "pk__lt": self.pk})
        return Q(**{f"{field}__lte": self.at}) & (Q(**{f"{field}__lt": self.at}) | same)

    def newer(self, field: str) -> Q:
        """The rows after it."""
        same = Q(**{field: self.at, "pk__gt": self.pk})
        return Q(**{f"{field}__gte": self.at}) & (Q(**{f"{field}__gt": self.at}) | same)
