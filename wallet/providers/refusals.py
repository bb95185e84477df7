"""Refusals of providers and callbacks."""

from http import HTTPStatus

from django.utils.translation import gettext_lazy as _

from journal.refusals import Refusal


class ProviderUnavailable(Refusal):
    """The payment provider is unknown, disabled, or does not support the operation."""

    code = "provider_unavailable"
    message = _("This way of paying is not available.")


class ProviderUnreachable(Refusal):
    """The provider gave no valid answer in time: whether it has the order is unknown. A repeat is safe."""

    code = "provider_unreachable"
    status = HTTPStatus.SERVICE_UNAVAILABLE
    message = _("The payment provider does not answer. Try again in a moment: it counts only once.")


class ProviderDeclined(Refusal):
    """The provider answered that it does not accept the order."""

    code = "provider_declined"
    message = _("The payment provider does not accept this payment.")


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


class StatementUnreadable(Refusal):
    """The file is not a statement of this provider. `detail` names the line."""

    code = "statement_unreadable"
    field = "file"
    message = _("The file is not a statement of this provider.")
