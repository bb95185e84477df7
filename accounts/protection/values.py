"""Durations as text."""

from datetime import timedelta


def format_duration(time: timedelta) -> str:
    """Hours, minutes and seconds, as the clock of the table says them."""
    minutes, seconds = divmod(int(time.total_seconds()), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}"
