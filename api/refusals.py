"""Refusals of requests whose form is wrong, before any service is called."""

from http import HTTPStatus

from django.utils.translation import gettext_lazy as _

from journal.refusals import Refusal


class MalformedBody(Refusal):
    code = "malformed_body"
    status = HTTPStatus.BAD_REQUEST
    message = _("The body is not valid JSON in UTF-8.")


class BodyTooLarge(Refusal):
    code = "body_too_large"
    status = HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    message = _("The body is too large.")


class InvalidCursor(Refusal):
    """The cursor was altered, or it belongs to another list."""

    code = "invalid_cursor"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    field = "cursor"
    message = _("This cursor does not belong to this list. Start again without it.")


class ResourceNotFound(Refusal):
    code = "not_found"
    status = HTTPStatus.NOT_FOUND
    message = _("There is nothing at this address.")


class MathematicsPending(Refusal):
    """The returns or the chart of a rule set are not computed yet."""

    code = "mathematics_pending"
    status = HTTPStatus.CONFLICT
    message = _("This is still being computed. Try again in a few minutes.")


class MalformedTranscript(Refusal):
    """The document is no transcript. The message names the place, in the library's English."""

    code = "malformed_transcript"
    field = "transcript"


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
