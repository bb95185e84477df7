"""Telling people on duty about alarms: by e-mail, bundled, and by webhook, until somebody marks the alarm as seen.

Mails go straight to the mail server, not through the outbox: they have to leave while the installation is closed, and
their outcome is stored here.
"""

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import Min
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import ngettext

from accounts.mail.services import mail_connection
from accounts.models.users import User
from alarms.models import AlarmNotice, DutyTurn
from alarms.selectors.duty import LOOK_BACK, find_levels, find_unanswered, list_turns
from api.services.webhook_endpoints import lock_endpoint
from api.services.webhook_queue import TASK as WEBHOOKS, queue_events
from journal.models import Event, Seen
from journal.services.waking import wake_worker
from journal.words.events import describe_kind

BUNDLED: Final = timedelta(minutes=1)
"""A person gets at most one mail in this time, however many alarms there are."""
SHOWN: Final = 20
_ERROR: Final = 100
_log = logging.getLogger(__name__)
_Channel, _State = AlarmNotice.Channel, AlarmNotice.State


def tell_people(now: datetime) -> int:
    """Make the notices that are due, and send what waits; return how many mails left. Safe to run twice."""
    if turns := list_turns():
        _make_notices(turns, now)
    _drop_answered()
    _queue_webhooks(now)
    waiting = AlarmNotice.objects.filter(state=_State.WAITING, channel=_Channel.MAIL)
    people = waiting.order_by().values_list("person_id", flat=True).distinct()
    return sum(_mail(person_id, now) for person_id in list(people))


def _make_notices(turns: Sequence[DutyTurn], now: datetime) -> None:
    """Make notices of alarms since the list exists. A notice exists once for each person, level and way."""
    began = DutyTurn.objects.aggregate(at=Min("set_at"))["at"]
    AlarmNotice.objects.bulk_create(
        [
            notice
            for event in find_unanswered(max(began, now - LOOK_BACK))
            for level, found in find_levels(turns, now - event.at, now)
            for turn in found
            for notice in _notices(event, level, turn)
        ],
        ignore_conflicts=True,
    )


def _notices(event: Event, level: int, turn: DutyTurn) -> list[AlarmNotice]:
    about = {"event": event, "person_id": turn.person_id, "level": level}
    mail = AlarmNotice(**about, channel=_Channel.MAIL)
    if turn.endpoint is None:
        return [mail]
    return [mail, AlarmNotice(**about, channel=_Channel.WEBHOOK, endpoint=turn.endpoint)]


def _drop_answered() -> None:
    answered = Seen.objects.values("event_id")
    waiting = AlarmNotice.objects.filter(state=_State.WAITING, event__in=answered)
    waiting.update(state=_State.ANSWERED)


@transaction.atomic
def _queue_webhooks(now: datetime) -> None:
    """Queue alarms for the endpoints of people on duty: their own machine signs, sends, repeats and keeps the answers."""
    waiting = AlarmNotice.objects.select_for_update(skip_locked=True, of=("self",))
    found = list(waiting.filter(state=_State.WAITING, channel=_Channel.WEBHOOK).order_by("pk"))
    for endpoint_id in sorted({one.endpoint_id for one in found if one.endpoint_id}):
        mine = [one for one in found if one.endpoint_id == endpoint_id]
        queue_events(lock_endpoint(endpoint_id), [one.event_id for one in mine])
        pks = [one.pk for one in mine]
        AlarmNotice.objects.filter(pk__in=pks).update(state=_State.SENT, attempts=1, tried_at=now)
    if found:
        wake_worker(WEBHOOKS)


@transaction.atomic
def _mail(person_id: int, now: datetime) -> bool:
    """Send one mail with everything that waits for a person, unless the last try is younger than a minute."""
    person = User.objects.select_for_update().get(pk=person_id)
    if AlarmNotice.objects.filter(
        person=person, channel=_Channel.MAIL, tried_at__gt=now - BUNDLED
    ).exists():
        return False
    waiting = AlarmNotice.objects.filter(person=person, channel=_Channel.MAIL, state=_State.WAITING)
    found = list(waiting.select_related("event").order_by("event_id"))
    if not found:
        return False
    error = _send(person, list({one.event_id: one.event for one in found}.values()))
    for one in found:
        one.state = _State.WAITING if error else _State.SENT
        one.attempts, one.error, one.tried_at = one.attempts + 1, error, now
    AlarmNotice.objects.bulk_update(found, ["state", "attempts", "error", "tried_at"])
    return not error


def _send(person: User, events: Sequence[Event]) -> str:
    """Send the mail in the person's language; return why it could not be sent, or ""."""
    with translation.override(person.language):
        subject = ngettext("Lígalo: %(count)d alarm", "Lígalo: %(count)d alarms", len(events))
        context = {
            "lines": [_line(one) for one in events[:SHOWN]],
            "more": max(len(events) - SHOWN, 0),
            "site": settings.SITE_ADDRESS,
        }
        text = render_to_string("alarms/email/alarms.txt", context)
        message = EmailMessage(
            subject % {"count": len(events)}, text, to=[person.email], connection=mail_connection()
        )
        try:
            message.send()
        except OSError as error:  # SMTPException is one
            _log.warning("an alarm could not be mailed: %s", type(error).__name__)
            return type(error).__name__[:_ERROR]
    return ""


def _line(event: Event) -> tuple[str, str, int]:
    """Return time, sentence and number: nothing about whom the alarm concerns leaves the house."""
    return f"{event.at:%Y-%m-%d %H:%M:%S} UTC", describe_kind(event.kind), event.pk
