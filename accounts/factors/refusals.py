"""Refusals about second factors."""

from http import HTTPStatus

from django.utils.translation import gettext_lazy as _

from journal.refusals import Refusal


class PlayerFactorRequired(Refusal):
    """The profile requires a second factor of this player, and the session has used none."""

    code = "factor_required"
    status = HTTPStatus.FORBIDDEN
    message = _(
        "Your account needs a second factor: connect an app or a passkey on the site, and sign in with it."
    )
