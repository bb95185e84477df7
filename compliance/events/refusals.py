"""What marking an alarm as seen refuses."""

from http import HTTPStatus

from django.utils.translation import gettext_lazy as _

from journal.refusals import Refusal


class NoWord(Refusal):
    """What became of it is the point of the mark."""

    code = "no_word"
    field = "word"
    message = _("Say what you found and what was done.")


class NoAlarm(Refusal):
    """Only alarms wait for somebody."""

    code = "no_alarm"
    status = HTTPStatus.CONFLICT
    message = _("This is no alarm: nobody has to see it.")
