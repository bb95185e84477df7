"""Changes of the duty list, each in the name of a person."""

from dataclasses import dataclass
from datetime import time

from django.db import transaction
from django.utils import timezone

from accounts.models.users import User
from accounts.roles.services import require
from accounts.roles.values import Right
from alarms.models import DutyTurn
from alarms.refusals import NotForDuty, TurnEnded
from alarms.selectors.duty import may_have_duty
from api.models import WebhookEndpoint
from journal.models import EventKind
from journal.refusals import NotFound
from journal.services.recording import record


@dataclass(frozen=True, slots=True)
class TurnPlan:
    """The hours of a new turn, and how the person is reached besides by e-mail."""

    person_id: int
    days: str
    begins: time
    ends: time
    zone: str
    place: int
    endpoint: WebhookEndpoint | None = None


@transaction.atomic
def add_turn(plan: TurnPlan, *, acting_user: User) -> DutyTurn:
    """Put a person on the duty list. Raises NotPermitted, NotForDuty."""
    require(acting_user, Right.EDIT_DUTY)
    if not may_have_duty().filter(pk=plan.person_id).exists():
        raise NotForDuty
    made = DutyTurn.objects.create(
        person_id=plan.person_id,
        days=plan.days,
        begins=plan.begins,
        ends=plan.ends,
        zone=plan.zone,
        place=plan.place,
        endpoint=plan.endpoint,
        set_by=acting_user,
    )
    _record(EventKind.DUTY_TURN_ADDED, made, acting_user)
    return made


@transaction.atomic
def end_turn(pk: int, *, acting_user: User) -> DutyTurn:
    """Take a turn off the list. Raises NotPermitted, NotFound, TurnEnded."""
    require(acting_user, Right.EDIT_DUTY)
    turn = DutyTurn.objects.select_for_update().filter(pk=pk).first()
    if turn is None:
        raise NotFound
    if turn.ended_at is not None:
        raise TurnEnded
    turn.ended_at, turn.ended_by = timezone.now(), acting_user
    turn.save(update_fields=["ended_at", "ended_by"])
    _record(EventKind.DUTY_TURN_ENDED, turn, acting_user)
    return turn


def _record(kind: EventKind, turn: DutyTurn, acting_user: User) -> None:
    hours = f"{turn.days} {turn.begins:%H:%M}-{turn.ends:%H:%M} {turn.zone}"
    data = {"hours": hours, "place": turn.place}
    record(kind, actor=acting_user.pk, subject=f"user {turn.person_id}", data=data)
