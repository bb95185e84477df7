"""Durations as text, and terms of breaks."""

from dataclasses import dataclass
from datetime import timedelta


@dataclass(frozen=True, slots=True)
class Months:
    """A term in calendar months from the moment when it begins."""

    number: int


def format_duration(time: timedelta) -> str:
    """Return a duration as H:MM:SS, like the table's clock."""
    minutes, seconds = divmod(int(time.total_seconds()), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}"
