"""Refusals of the duty list."""

from http import HTTPStatus

from django.utils.translation import gettext_lazy as _

from journal.refusals import Refusal


class NotForDuty(Refusal):
    """The person is no active member of staff with the right to answer alarms."""

    code = "not_for_duty"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("This person may not answer alarms.")


class TurnEnded(Refusal):
    """The turn has ended."""

    code = "turn_ended"
    status = HTTPStatus.CONFLICT
    message = _("This turn has ended already.")
