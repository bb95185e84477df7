"""A planned session of play as a value: what is left of it, when it ended, until when another one is locked."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from limits.values import LimitKind, LimitLeft, LimitScope, SessionPeriod, WindowLimit
from wallet.money.values import Money

_WHOLE: Final = 100  # percent


class SessionState(StrEnum):
    """State of the session that a player planned last."""

    RUNNING = "running"
    OVER = "over"
    LOCKED = "locked"  # over, and the player's own lock-out runs


@dataclass(frozen=True, slots=True)
class PlannedSession:
    """The plan that a player made last, and what was played since, in units of 10^-4 US dollars.

    `lost` counts open stakes as lost, `open` is their part of it. `last_round_at`: end of the last finished round.
    `left_at`: when the player was last seen, if the session of visits is another one now.
    """

    made_at: datetime
    length: timedelta
    amount: Money
    amount_usd: int
    lockout: timedelta
    lost: int
    open: int
    last_round_at: datetime | None
    left_at: datetime | None

    @property
    def ends_at(self) -> datetime:
        """Time from which no bet is taken."""
        return self.made_at + self.length

    @property
    def loss_left(self) -> LimitLeft:
        """The plan's loss as a limit on new money."""
        limit = WindowLimit(LimitScope.OWN, LimitKind.LOSS, self.amount_usd, SessionPeriod.SESSION)
        return LimitLeft(limit, self.amount_usd - self.lost)

    @property
    def is_lost(self) -> bool:
        """Whether finished rounds have lost all that the plan allows."""
        return self.lost - self.open >= self.amount_usd

    def time_left(self, now: datetime) -> timedelta:
        """Time that is left for bets."""
        return max(self.ends_at - now, timedelta())

    def used_percent(self, now: datetime) -> int:
        """The larger used part of both: time and loss."""
        time = (now - self.made_at) / self.length
        loss = self.lost / self.amount_usd
        return max(0, min(_WHOLE, int(max(time, loss) * _WHOLE)))

    def ended_at(self, now: datetime) -> datetime | None:
        """When the session ended; None while it runs. A hand that began in time is part of it."""
        last = self.last_round_at or self.made_at
        ends = [self.left_at] if self.left_at is not None else []
        if now >= self.ends_at:
            ends.append(max(self.ends_at, last))
        if self.is_lost:
            ends.append(last)
        return max(self.made_at, min(ends)) if ends else None

    def locked_until(self, now: datetime) -> datetime | None:
        """End of the player's own lock-out; None without one, or when it is over."""
        ended = self.ended_at(now)
        if ended is None or ended + self.lockout <= now:
            return None
        return ended + self.lockout

    def state(self, now: datetime) -> SessionState:
        if self.ended_at(now) is None:
            return SessionState.RUNNING
        return SessionState.LOCKED if self.locked_until(now) else SessionState.OVER
