"""Marking alarms as seen, and export of the event chain."""

from collections.abc import Iterator
from typing import Final

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from accounts.models.users import User
from accounts.roles.services import require
from accounts.roles.values import Right
from compliance.events.refusals import AlarmNoteMissing, NotAnAlarm
from journal.models import Event, EventKind, Seen, Severity
from journal.refusals import ChangedMeanwhile
from journal.services.exporting import export_lines
from journal.services.recording import record
from restores.services.gate import require_open

_SEEN_ALREADY: Final = _("Somebody has already marked this alarm as seen. Their note is kept.")


def export_chain(after: int, *, acting_user: User) -> Iterator[str]:
    """Return the lines of the event chain after a link, and record an export event. Raises NotPermitted, ClosedAfterRestore."""
    require(acting_user, Right.VIEW_EVENTS)
    require_open()
    data = {"after": after, "format": "jsonl"}
    record(EventKind.EXPORT_DOWNLOADED, actor=acting_user.pk, subject="export chain", data=data)
    return export_lines(after)


def mark_alarm_seen(event_id: int, word: str, *, acting_user: User) -> Seen:
    """Mark an alarm as seen, once and permanently; repeating the same mark is idempotent.

    Raises NotPermitted, Event.DoesNotExist, AlarmNoteMissing, NotAnAlarm, ChangedMeanwhile.
    """
    require(acting_user, Right.ANSWER_ALARMS)
    event = Event.objects.get(pk=event_id)
    word = " ".join(word.split())
    if not word:
        raise AlarmNoteMissing
    if event.severity != Severity.ALARM.value:
        raise NotAnAlarm
    try:
        with transaction.atomic():
            return Seen.objects.create(event=event, by_id=acting_user.pk, word=word)
    except IntegrityError as error:
        present = Seen.objects.get(event=event)
        if (present.by_id, present.word) != (acting_user.pk, word):
            raise ChangedMeanwhile(_SEEN_ALREADY) from error
        return present
