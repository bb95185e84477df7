"""Whether a moment lies in hours of the week."""

from datetime import datetime, time
from zoneinfo import ZoneInfo


def is_in_hours(now: datetime, days: str, begins: time, ends: time, zone: str) -> bool:
    """Return whether a moment lies in these hours; `days` are ISO weekdays on which they begin."""
    local = now.astimezone(ZoneInfo(zone))
    clock, today = local.time(), local.isoweekday()
    if begins < ends:
        return str(today) in days and begins <= clock < ends
    yesterday = (today - 2) % 7 + 1
    return (str(today) in days and clock >= begins) or (str(yesterday) in days and clock < ends)
