"""The reality check: its interval, and when the next one is due."""

from datetime import UTC, datetime, timedelta
from typing import Final

from accounts.models.users import User
from profiles.selectors.in_force import profile_in_force
from profiles.values.fields import ProfileValues

INTERVALS: Final = (15, 30, 45, 60, 120)
"""Minutes, up to the longest of the profile. The profile's own is offered too, and "none" if it is optional there."""

OFF: Final = 0


def interval_minutes(player: User) -> int:
    """Return the effective interval of this player in minutes; `OFF` for none."""
    chosen, profile = player.reality_minutes, profile_in_force(player.country)
    if chosen is None or (chosen == OFF and not profile.reality_check_optional):
        return profile.reality_check_minutes
    return chosen if chosen == OFF else min(chosen, _longest(profile))


def offered_intervals(country: str) -> list[int]:
    """Return the intervals that may be chosen, in minutes, shortest first; `OFF` comes last if it is allowed."""
    profile = profile_in_force(country)
    offered = {*INTERVALS, profile.reality_check_minutes}
    off = [OFF] if profile.reality_check_optional else []
    return [*sorted(minutes for minutes in offered if minutes <= _longest(profile)), *off]


def _longest(profile: ProfileValues) -> int:
    """Return the longest interval; the profile's default is always offered."""
    return max(profile.reality_check_longest, profile.reality_check_minutes)


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
