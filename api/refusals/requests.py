"""Refusals of requests whose form is wrong, or that come too early, too late or twice."""

from http import HTTPStatus

from django.utils.translation import gettext_lazy as _

from journal.refusals import Refusal


class MalformedBody(Refusal):
    code = "malformed_body"
    status = HTTPStatus.BAD_REQUEST
    message = _("The body is not valid JSON in UTF-8.")


class BodyNotTaken(Refusal):
    """The operation takes no body."""

    code = "body_not_taken"
    status = HTTPStatus.BAD_REQUEST
    message = _("This operation takes no body. Send it without one.")


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


class PreconditionFailed(Refusal):
    """`If-Match` names another version than the present one."""

    code = "precondition_failed"
    status = HTTPStatus.PRECONDITION_FAILED
    message = _("This has changed since you read it. Read it again, then decide.")


class MathematicsPending(Refusal):
    """The returns or the chart of a rule set are not computed yet."""

    code = "mathematics_pending"
    status = HTTPStatus.CONFLICT
    message = _("This is still being computed. Try again in a few minutes.")


class MalformedTranscript(Refusal):
    """The document is no transcript. The message names the place, in the library's English."""

    code = "malformed_transcript"
    field = "transcript"


class ReportTooLong(Refusal):
    """The report reads too many rounds that no closed day has summed."""

    code = "report_too_long"
    status = HTTPStatus.CONFLICT
    message = _("This period takes longer than a request. Ask for it as an export.")


class InvalidLink(Refusal):
    """The download link was altered, or its time is over."""

    code = "invalid_link"
    status = HTTPStatus.FORBIDDEN
    message = _("This link is not valid, or its time is over. Ask for the export again.")


class LinkNotInNetwork(Refusal):
    """The download link is used from outside the networks of its key."""

    code = "network_not_allowed"
    status = HTTPStatus.FORBIDDEN
    message = _("This link is not valid from your network.")


class IdempotencyKeyMissing(Refusal):
    code = "idempotency_key_missing"
    status = HTTPStatus.BAD_REQUEST
    message = _("Send an Idempotency-Key header with every change.")


class IdempotencyKeyInvalid(Refusal):
    code = "idempotency_key_invalid"
    status = HTTPStatus.BAD_REQUEST
    message = _("An Idempotency-Key has 1 to 255 printable ASCII characters without spaces.")


class IdempotencyKeyReused(Refusal):
    """The caller used the key for another method, path or body."""

    code = "idempotency_key_reused"
    message = _("This Idempotency-Key belongs to another request. Use a new one.")


class InProgress(Refusal):
    """The first request with this idempotency key is still running."""

    code = "in_progress"
    status = HTTPStatus.CONFLICT
    message = _("The first request with this key is still running. Send it again in a moment.")
    retry_after = 1


class OutcomeUnknown(Refusal):
    """The database connection was lost before the commit was confirmed."""

    code = "outcome_unknown"
    status = HTTPStatus.SERVICE_UNAVAILABLE
    message = _("We don't know yet whether this was done. Send it again with the same key.")
    retry_after = 2
