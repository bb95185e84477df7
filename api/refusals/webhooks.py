"""Refusals about webhooks."""

from http import HTTPStatus

from django.utils.translation import gettext_lazy as _

from journal.refusals import Refusal


class WebhookAddressRefused(Refusal):
    """The address of a webhook endpoint is malformed, not encrypted, or in a network that is not allowed."""

    code = "webhook_address_refused"
    field = "url"
    message = _("Enter an address with https:// and without user name, password or fragment.")


class NetworkRefused(Refusal):
    """The network is malformed, too wide, or listed already."""

    code = "network_refused"
    field = "network"
    message = _("Enter a network like 10.1.0.0/16 or fd00:1::/48, not wider than /8 or /32.")


class WebhookOff(Refusal):
    """Nothing is sent to an endpoint that is off."""

    code = "webhook_off"
    status = HTTPStatus.CONFLICT
    message = _("The endpoint is off. Switch it on first.")


class WebhookTypesRefused(Refusal):
    """An endpoint without a type of event, or with a type that it may not receive."""

    code = "webhook_types_refused"
    field = "types"
    message = _("Choose one type of event or more.")


class WebhookNameTaken(Refusal):
    code = "webhook_name_taken"
    field = "name"
    message = _("Another endpoint has this name.")
