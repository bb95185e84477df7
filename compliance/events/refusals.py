"""Refusals about alarms."""

from http import HTTPStatus

from django.utils.translation import gettext_lazy as _

from journal.refusals import Refusal


class AlarmNoteMissing(Refusal):
    """An alarm is marked as seen without a note about what was done."""

    code = "no_word"
    field = "word"
    message = _("Describe the findings and the action taken.")


class NotAnAlarm(Refusal):
    """The event is not an alarm, so it cannot be marked as seen."""

    code = "no_alarm"
    status = HTTPStatus.CONFLICT
    message = _("This is no alarm: nobody has to see it.")
