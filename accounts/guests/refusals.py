"""Refusals of guests."""

from http import HTTPStatus

from django.utils.translation import gettext_lazy as _

from journal.refusals import Refusal


class GuestsFull(Refusal):
    """Daily limit of new guests reached, in total or for one network."""

    code = "guests_full"
    status = HTTPStatus.TOO_MANY_REQUESTS
    message = _("We can't take more guests right now. Open an account to play with play money.")
