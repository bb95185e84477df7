"""Refusals about alarms."""

from http import HTTPStatus

from django.utils.translation import gettext_lazy as _

from journal.refusals import Refusal


class NoWord(Refusal):
    """A mark needs a note about what was done."""

    code = "no_word"
    field = "word"
    message = _("Say what you found and what was done.")


class NoAlarm(Refusal):
    """Only alarms wait for somebody."""

    code = "no_alarm"
    status = HTTPStatus.CONFLICT
    message = _("This is no alarm: nobody has to see it.")
