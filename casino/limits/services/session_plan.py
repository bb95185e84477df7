"""Check of a bet against the session that the player planned, where the profile asks for a plan.

Time applies to the next bet: a hand in play may be finished. The loss applies to all new money (`Allowance`), so the
account never decreases by more than the plan; every hand can be finished without new money.
"""

from datetime import datetime

from casino.limits.selectors.session_plan import AskedPlan
from casino.limits.values.session_plan import SessionState
from journal.refusals import Refusal
from limits.refusals import SessionLocked, SessionOver, SessionPlanMissing


def find_plan_refusal(asked: AskedPlan | None, now: datetime) -> Refusal | None:
    """Return why the plan allows no bet now; None if it does, or none is asked for."""
    if asked is None:
        return None
    session = asked.session
    if session is None:
        return SessionPlanMissing()
    if session.state(now) is SessionState.RUNNING:
        return None
    locked = session.locked_until(now)
    if locked is not None:
        return SessionLocked(locked)
    return SessionPlanMissing() if session.left_at is not None else SessionOver()


def check_session_plan(asked: AskedPlan | None, now: datetime) -> None:
    """Raise the refusal of a bet by the player's plan."""
    if refusal := find_plan_refusal(asked, now):
        raise refusal
