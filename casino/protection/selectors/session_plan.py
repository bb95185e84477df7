"""What a player reads about the planned session: the plan, what is left of it, whether a new one comes soon after it."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from accounts.models.users import User
from casino.limits.selectors.session_plan import AskedPlan, load_asked_plan
from casino.limits.values.session_plan import PlannedSession, SessionState
from profiles.selectors.in_force import profile_in_force


@dataclass(frozen=True, slots=True)
class SessionPosition:
    """The session planned last at a moment, and the profile's terms for it."""

    session: PlannedSession
    now: datetime
    warn_percent: int
    repeat_within: timedelta

    @property
    def state(self) -> SessionState:
        return self.session.state(self.now)

    @property
    def is_running(self) -> bool:
        return self.state is SessionState.RUNNING

    @property
    def time_left(self) -> timedelta:
        return self.session.time_left(self.now)

    @property
    def seconds_left(self) -> int:
        return int(self.time_left.total_seconds()) if self.is_running else 0

    @property
    def used_percent(self) -> int:
        return self.session.used_percent(self.now)

    @property
    def is_near(self) -> bool:
        """Whether the running session is near its time or its loss: the player is warned."""
        return self.is_running and self.used_percent >= self.warn_percent

    @property
    def ended_at(self) -> datetime | None:
        return self.session.ended_at(self.now)

    @property
    def locked_until(self) -> datetime | None:
        return self.session.locked_until(self.now)

    @property
    def repeats_soon(self) -> bool:
        """Whether a session begun now would follow the last one so soon that the player is told."""
        ended = self.ended_at
        return ended is not None and self.now - ended < self.repeat_within


def build_session_position(
    player: User, asked: AskedPlan | None, now: datetime
) -> SessionPosition | None:
    """Return the position of a loaded plan; None without a plan. No query."""
    if asked is None or asked.session is None:
        return None
    terms = profile_in_force(player.country)
    within = timedelta(minutes=terms.session_plan_repeat_minutes)
    return SessionPosition(asked.session, now, terms.session_plan_warn_percent, within)


def load_session_position(player: User, now: datetime) -> SessionPosition | None:
    """Return the position of the player's plan; None without one, or where none is asked for. One query."""
    return build_session_position(player, load_asked_plan(player), now)
