"""Example dates and times."""

from datetime import datetime, timedelta
from typing import Final

from django.utils.formats import date_format, time_format

_DAY: Final = datetime(2026, 3, 14, 20, 0)  # noqa: DTZ001  # wall-clock time of an example, in no zone


def example_times(seconds: int) -> dict[str, str]:
    """Return `day` and `first`, when an example begins, and `last`, `seconds` later, with its date if on another day."""
    last = _DAY + timedelta(seconds=seconds)
    hour = time_format(last.time(), "H:i:s")
    is_same = last.date() == _DAY.date()
    return {
        "day": date_format(_DAY.date(), "DATE_FORMAT"),
        "first": time_format(_DAY.time(), "H:i:s"),
        "last": hour if is_same else f"{date_format(last.date(), 'DATE_FORMAT')}, {hour}",
    }
