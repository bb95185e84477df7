"""Planned sessions of play, in tests."""

from datetime import timedelta
from uuid import uuid4

from accounts.models.users import User
from casino.protection.services.session_plan import PlanRequest, plan_session
from limits.models import SessionPlan
from wallet.money.values import Money


def planned(player: User, loss: str = "50", minutes: float = 60, lockout: float = 0) -> SessionPlan:
    """Plan a session: a loss in dollars, its time and its lock-out in minutes."""
    wanted = PlanRequest(
        timedelta(minutes=minutes), Money.parse(loss, "USD"), timedelta(minutes=lockout)
    )
    return plan_session(player, wanted, key=uuid4())
