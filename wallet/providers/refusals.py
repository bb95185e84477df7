"""Refusals of providers and callbacks."""

from http import HTTPStatus

from django.utils.translation import gettext_lazy as _

from journal.refusals import Refusal


class ProviderUnavailable(Refusal):
    """The payment provider is unknown, disabled, or does not support the operation."""

    code = "provider_unavailable"
    message = _("This way of paying is not available.")


class ForgedCallback(Refusal):
    """The signature is not valid, or not within the time window."""

    code = "forged"
    status = HTTPStatus.FORBIDDEN
    message = "The signature is not valid."


class CallbackUnreadable(Refusal):
    """The request is signed by the provider but is not a valid callback."""

    code = "callback_unreadable"
    status = HTTPStatus.BAD_REQUEST
    message = "The callback cannot be read."
