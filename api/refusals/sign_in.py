"""Refusals of sign-in by players' apps."""

from http import HTTPStatus

from django.utils.translation import gettext_lazy as _

from journal.refusals import Refusal


class ReauthenticationRequired(Refusal):
    """The session was idle, or the request needs a fresh proof of identity."""

    code = "reauthentication_required"
    status = HTTPStatus.UNAUTHORIZED
    message = _("Confirm that it's you: by password, or by your second factor if you have one.")


class AlreadySignedIn(Refusal):
    code = "already_signed_in"
    status = HTTPStatus.CONFLICT
    message = _("This session is signed in already. Sign out first.")


class SignUpClosed(Refusal):
    code = "sign_up_closed"
    status = HTTPStatus.FORBIDDEN
    message = _("Nobody can sign up at the moment.")
