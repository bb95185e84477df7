"""A planned session in words: what is left of it, on the table and on its page."""

from dataclasses import dataclass
from datetime import datetime

from accounts.models.users import User
from accounts.protection.values import format_duration
from casino.limits.selectors.session_plan import AskedPlan
from casino.protection.selectors.session_plan import SessionPosition, build_session_position
from wallet.money.values import Money
from wallet.money.words import format_money


@dataclass(frozen=True, slots=True)
class SessionLine:
    """The plan and what is left of it, as text."""

    time: str
    loss: str
    time_left: str
    loss_left: str
    is_near: bool


def describe_session(position: SessionPosition) -> SessionLine:
    """Return a session's plan in words. What is left of the loss is at the rate of the plan."""
    session = position.session
    left = max(session.loss_left.amount, 0) * session.amount.units // session.amount_usd
    return SessionLine(
        time=format_duration(session.length),
        loss=format_money(session.amount),
        time_left=format_duration(position.time_left),
        loss_left=format_money(Money(left, session.amount.currency).whole),
        is_near=position.is_near,
    )


def find_session_line(player: User, asked: AskedPlan | None, now: datetime) -> SessionLine | None:
    """Return the line of a running session; None without one. No query."""
    position = build_session_position(player, asked, now)
    return describe_session(position) if position is not None and position.is_running else None
