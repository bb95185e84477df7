"""The duty list, and who has to be told about an alarm."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Exists, OuterRef, QuerySet

from accounts.models.users import State, User
from accounts.roles.values import MATRIX, Right
from alarms.models import AlarmNotice, DutyTurn
from alarms.values.hours import is_in_hours
from journal.models import Event, Seen, Severity
from profiles.selectors.in_force import profile_in_force

EVERYBODY: Final = 99
"""Level at which everybody on the list is told, on duty or not."""
LOOK_BACK: Final = timedelta(days=7)
"""Older alarms stay on the page of events and in nobody's mail."""
_SHOWN: Final = 50


def may_have_duty() -> QuerySet[User]:
    """Return active staff who may answer alarms."""
    roles = [role.value for role, rights in MATRIX.items() if Right.ANSWER_ALARMS in rights]
    staff = User.objects.filter(is_staff=True, state=State.ACTIVE, groups__name__in=roles)
    return staff.distinct().order_by("email")


def list_turns() -> list[DutyTurn]:
    """Return the turns that have not ended, of people who may still answer alarms, in their order. One query."""
    present = DutyTurn.objects.filter(ended_at=None, person__in=may_have_duty().order_by())
    related = present.select_related("person", "endpoint", "set_by")
    return list(related.order_by("place", "pk"))


def find_on_duty(turns: Sequence[DutyTurn], now: datetime) -> list[DutyTurn]:
    """Return the turns that are running now, in their order."""
    return [one for one in turns if is_in_hours(now, one.days, one.begins, one.ends, one.zone)]


def find_levels(
    turns: Sequence[DutyTurn], waited: timedelta, now: datetime
) -> list[tuple[int, Sequence[DutyTurn]]]:
    """Return who has to be told by now about an alarm that has waited so long: levels, and the turns of each.

    The first on duty at once, each further one after another interval without an answer, and then everybody. With nobody
    on duty, everybody at once.
    """
    on_duty = find_on_duty(turns, now)
    interval = timedelta(minutes=profile_in_force().alarm_escalation_minutes)
    steps = [(level, [turn]) for level, turn in enumerate(on_duty)]
    due: list[tuple[int, Sequence[DutyTurn]]] = [
        (level, found) for level, found in steps if waited >= level * interval
    ]
    return [*due, (EVERYBODY, turns)] if waited >= len(on_duty) * interval else due


def find_unanswered(since: datetime) -> list[Event]:
    """Return alarms of that time or later that nobody has marked as seen, oldest first. One query."""
    seen = Seen.objects.filter(event=OuterRef("pk"))
    alarms = Event.objects.filter(~Exists(seen), severity=Severity.ALARM.value, at__gte=since)
    return list(alarms.order_by("pk")[:1000])


def list_notices() -> list[AlarmNotice]:
    """Return the latest notices. One query."""
    return list(AlarmNotice.objects.select_related("event", "person").order_by("-pk")[:_SHOWN])
