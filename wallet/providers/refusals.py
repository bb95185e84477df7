"""Refusals of providers and callbacks."""

from http import HTTPStatus

from django.utils.translation import gettext_lazy as _

from journal.refusals import Refusal


class ProviderUnavailable(Refusal):
    """A payment provider that is unknown or switched off."""

    code = "provider_unavailable"
    message = _("This way of paying is not available.")


class Forged(Refusal):
    """Not signed by the provider, or not now."""

    code = "forged"
    status = HTTPStatus.FORBIDDEN
    message = "The signature is not valid."


class CallbackUnreadable(Refusal):
    """Signed by the provider, and still not a callback."""

    code = "callback_unreadable"
    status = HTTPStatus.BAD_REQUEST
    message = "The callback cannot be read."
