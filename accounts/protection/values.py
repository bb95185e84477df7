"""Amounts and durations of limits as text."""

from datetime import timedelta
from decimal import Decimal

from accounts.models.play_limits import PlayLimit
from pages.amounts import SCALE_DIGITS


def limit_text(kind: str, amount: int | None) -> str:
    """A limit as events keep it: "100.0000 USD", "9000 s", "none"."""
    if amount is None:
        return "none"
    if kind == PlayLimit.Kind.TIME:
        return f"{amount} s"
    return f"{Decimal(amount).scaleb(-SCALE_DIGITS):f} USD"


def format_duration(time: timedelta) -> str:
    """Hours, minutes and seconds, as the clock of the table says them."""
    minutes, seconds = divmod(int(time.total_seconds()), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}"
