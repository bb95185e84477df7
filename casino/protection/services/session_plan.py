"""A player plans a session of real-money play: its time and its loss, and a lock-out after it."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Final
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from accounts.models.users import User
from accounts.protection.selectors.reality_check import session_start
from casino.limits.selectors.session_plan import is_plan_asked, load_planned_session
from casino.limits.values.session_plan import SessionState
from casino.protection.selectors.own_limits import convert_limit
from journal.models import EventKind
from journal.refusals import ChangedMeanwhile
from journal.services.recording import record
from limits.models import SessionPlan
from limits.refusals import (
    SessionLocked,
    SessionPlanFixed,
    SessionPlanNotAsked,
    SessionPlanNotPossible,
)
from wallet.money.values import Money

LONGEST_SESSION: Final = timedelta(hours=24)
LONGEST_LOCKOUT: Final = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class PlanRequest:
    """Time, loss and lock-out (zero: none) of the session that begins with the plan."""

    length: timedelta
    amount: Money
    lockout: timedelta = timedelta()


@transaction.atomic
def plan_session(player: User, wanted: PlanRequest, *, key: UUID) -> SessionPlan:
    """Make the plan of a session that begins now; locks the player's row, as bets do. Idempotent by `key`.

    Raises SessionPlanNotAsked, SessionPlanFixed while the session before it runs, SessionLocked, SessionPlanNotPossible,
    LimitWithoutRate and LimitBelowCent for the amount, ChangedMeanwhile if the key was used for something else.
    """
    person = User.objects.select_for_update(no_key=True).get(pk=player.pk)
    asked = _build_plan(person, wanted, key)
    if found := SessionPlan.objects.filter(key=key).first():
        return _repeat(found, asked)
    _verify_no_session(person)
    asked.save()
    data = {
        "seconds": asked.seconds,
        "amount": str(wanted.amount),
        "lockout_seconds": asked.lockout_seconds,
    }
    record(EventKind.SESSION_PLANNED, actor=person.pk, subject=f"user {person.pk}", data=data)
    return asked


def _build_plan(person: User, wanted: PlanRequest, key: UUID) -> SessionPlan:
    if person.is_staff or not is_plan_asked(person):
        raise SessionPlanNotAsked
    possible = (
        timedelta() < wanted.length <= LONGEST_SESSION
        and timedelta() <= wanted.lockout <= LONGEST_LOCKOUT
        and wanted.amount.units > 0
    )
    if not possible:
        raise SessionPlanNotPossible
    return SessionPlan(
        key=key,
        player=person,
        session_began=session_start(person) or person.created_at,
        seconds=int(wanted.length.total_seconds()),
        amount=wanted.amount.units,
        currency=wanted.amount.currency,
        amount_usd=convert_limit(wanted.amount),
        lockout_seconds=int(wanted.lockout.total_seconds()),
    )


def _repeat(found: SessionPlan, asked: SessionPlan) -> SessionPlan:
    names = ("player_id", "seconds", "amount", "currency", "lockout_seconds")
    if any(getattr(found, name) != getattr(asked, name) for name in names):
        raise ChangedMeanwhile
    return found


def _verify_no_session(person: User) -> None:
    """Raise if the session planned before still runs, has a hand in play, or locks the player out."""
    before, now = load_planned_session(person), timezone.now()
    if before is None:
        return
    if before.state(now) is SessionState.RUNNING or before.open:
        raise SessionPlanFixed
    locked = before.locked_until(now)
    if locked is not None:
        raise SessionLocked(locked)
