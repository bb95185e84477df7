"""Refusals of disputes."""

from http import HTTPStatus

from django.utils.translation import gettext_lazy as _, ngettext

from journal.refusals import Refusal


class MessageMissing(Refusal):
    """A dispute or a reply without text."""

    code = "nothing_said"
    field = "text"
    message = _("Say what it is about.")


class MessageTooLong(Refusal):
    """A text above its maximum length."""

    code = "message_too_long"

    def __init__(self, most: int, field: str = "text") -> None:
        super().__init__(_("Up to %(most)d characters.") % {"most": most}, field=field)


class DisputeNotClosed(Refusal):
    """Only closed disputes can be reopened."""

    code = "not_closed"
    status = HTTPStatus.CONFLICT
    message = _("This dispute is not closed.")


class TooManyDisputes(Refusal):
    """The maximum number of open disputes is reached."""

    code = "too_many_disputes"
    status = HTTPStatus.TOO_MANY_REQUESTS

    def __init__(self, most: int) -> None:
        told = ngettext(
            "%(most)d dispute of yours is open already. Write in it, or wait until it is closed.",
            "%(most)d disputes of yours are open already. Write in one of them, or wait until one is closed.",
            most,
        )
        super().__init__(told % {"most": most})


class TooManyReplies(Refusal):
    """The player has sent the maximum number of replies without an answer in between."""

    code = "too_many_replies"
    status = HTTPStatus.TOO_MANY_REQUESTS
    message = _("We have your messages. Please wait for our answer before you write again.")


class DisputeClosed(Refusal):
    code = "dispute_closed"
    status = HTTPStatus.CONFLICT
    message = _("This dispute has been closed meanwhile. Nothing was sent.")


class WrittenMeanwhile(Refusal):
    """The other side has replied since the page was rendered."""

    code = "written_meanwhile"
    status = HTTPStatus.CONFLICT
    message = _("Something was written meanwhile: read it first. Nothing was sent.")


class OutcomeNotOffered(Refusal):
    """The outcome is not one of those for the dispute's subject."""

    code = "outcome_not_offered"
    field = "outcome"
    message = _("A dispute about this subject is not closed in this way.")
