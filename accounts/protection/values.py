"""Durations as text."""

from datetime import timedelta


def format_duration(time: timedelta) -> str:
    """Return a duration as H:MM:SS, like the table's clock."""
    minutes, seconds = divmod(int(time.total_seconds()), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}"
