"""The reality check as the API shows it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from accounts.models.users import User
from accounts.protection.selectors import reality_check
from casino.play.selectors.player_money import load_player_money
from casino.protection.selectors.reality import SessionPlay, summarize_session


@dataclass(frozen=True, slots=True)
class RealityCheckResource:
    """Interval, next check, and the session so far."""

    minutes: int
    offered_minutes: Sequence[int]
    due: bool
    next_at: datetime | None
    mark: str
    session_seconds: int
    session_play: Sequence[SessionPlay]


def load_reality_check(player: User) -> RealityCheckResource:
    now = timezone.now()
    session = summarize_session(player, load_player_money(player), now)
    return RealityCheckResource(
        minutes=reality_check.interval_minutes(player),
        offered_minutes=reality_check.offered_intervals(player.country),
        due=reality_check.is_check_due(player, now),
        next_at=reality_check.next_check_at(player),
        mark=session.mark,
        session_seconds=int(session.lasted.total_seconds()),
        session_play=session.played,
    )
