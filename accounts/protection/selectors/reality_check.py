"""The reality check: its interval, and when the next one is due."""

from datetime import UTC, datetime, timedelta
from typing import Final

from django.conf import settings

from accounts.models.users import User

INTERVALS: Final = (15, 30, 45, 60, 120)
"""Minutes. The house's interval is offered too, and "none" if `REALITY_CHECK_OPTIONAL` is set."""

OFF: Final = 0


def interval_minutes(player: User) -> int:
    """Return the effective interval of this player in minutes; `OFF` for none."""
    chosen = player.reality_minutes
    if chosen is None or (chosen == OFF and not settings.REALITY_CHECK_OPTIONAL):
        return int(settings.REALITY_CHECK_MINUTES)
    return int(chosen)


def offered_intervals() -> list[int]:
    """Return the intervals that may be chosen, in minutes, shortest first; `OFF` comes last if it is allowed."""
    off = [OFF] if settings.REALITY_CHECK_OPTIONAL else []
    return [*sorted({*INTERVALS, settings.REALITY_CHECK_MINUTES}), *off]


def session_start(player: User) -> datetime | None:
    """Return the start of the player's current session; None if the player never signed in."""
    return player.session_began or player.last_login


def next_check_at(player: User) -> datetime | None:
    """Return the time of the next check; None without one. No query."""
    start, minutes = session_start(player), interval_minutes(player)
    if start is None or minutes == OFF:
        return None
    answered = player.reality_checked_at
    since = max(start, answered) if answered is not None else start
    return since + timedelta(minutes=minutes)


def is_check_due(player: User, now: datetime) -> bool:
    """Return whether a check is due: no bet is taken until it is answered."""
    due = next_check_at(player)
    return due is not None and due <= now


def reality_check_id(player: User) -> str:
    """Return an identifier of the next or due check; empty without one. No query.

    It changes once the check is answered.
    """
    due = next_check_at(player)
    return "" if due is None else due.astimezone(UTC).isoformat()
