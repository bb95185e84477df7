"""Deprecation of operations (RFC 9745) and their end (RFC 8594)."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from django.utils.http import http_date

NOTICE: Final = timedelta(days=365)
"""How long a deprecated operation still works."""


@dataclass(frozen=True, slots=True)
class Deprecation:
    """When an operation was deprecated, and the first day on which it may be gone."""

    since: date
    sunset: date

    def __post_init__(self) -> None:
        if self.sunset - self.since < NOTICE:
            raise ValueError(f"clients get {NOTICE.days} days of notice")

    @property
    def headers(self) -> Mapping[str, str]:
        """The headers of every answer of the operation."""
        since, sunset = (int(_midnight(day).timestamp()) for day in (self.since, self.sunset))
        return {"Deprecation": f"@{since}", "Sunset": http_date(sunset)}


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)
