"""The reality check: its interval, and when the next one is due."""

from datetime import UTC, datetime, timedelta
from typing import Final

from django.conf import settings

from accounts.models.users import User

INTERVALS: Final = (15, 30, 45, 60, 120)


OFF: Final = 0


def minutes_of(player: User) -> int:
    """The interval that counts for this player; `OFF` for none."""
    chosen = player.reality_minutes
    if chosen is None or (chosen == OFF and not settings.REALITY_CHECK_OPTIONAL):
        return int(settings.REALITY_CHECK_MINUTES)
    return int(chosen)


def offered_intervals() -> list[int]:
    """What may be chosen, the shortest first."""
    off = [OFF] if settings.REALITY_CHECK_OPTIONAL else []
    return [*sorted({*INTERVALS, settings.REALITY_CHECK_MINUTES}), *off]


def session_start(player: User) -> datetime | None:
    """When the player's present session of play began; None for who never signed in."""
    return player.session_began or player.last_login


def due_at(player: User) -> datetime | None:
    """When the next check is due; None where there is none. No query."""
    start, minutes = session_start(player), minutes_of(player)
    if start is None or minutes == OFF:
        return None
    answered = player.reality_checked_at
    since = max(start, answered) if answered is not None else start
    return since + timedelta(minutes=minutes)


def is_due(player: User, now: datetime) -> bool:
    """Whether no bet is taken until the check is answered."""
    due = due_at(player)
    return due is not None and due <= now


def mark_of(player: User) -> str:
    """Which check is the next, or is due: another one once this one is answered. Empty where none comes. No query."""
    due = due_at(player)
    return "" if due is None else due.astimezone(UTC).isoformat()
