"""Refusals of requests whose form is wrong, before any service is called."""

from collections.abc import Sequence
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


class InvalidKey(Refusal):
    """Unknown or mistyped key, or one of another installation."""

    code = "invalid_key"
    status = HTTPStatus.UNAUTHORIZED
    message = _("This service key is not valid.")


class KeyMissing(InvalidKey):
    code = "key_missing"
    message = _("Send a service key: “Authorization: Bearer lgl_…”.")


class KeyExpired(InvalidKey):
    code = "key_expired"
    message = _("This service key has expired.")


class KeyRevoked(InvalidKey):
    code = "key_revoked"
    message = _("This service key was revoked.")


class NetworkNotAllowed(InvalidKey):
    code = "network_not_allowed"
    message = _("This service key is not valid from your network.")


class ScopeMissing(Refusal):
    """The key does not have the scope that the operation needs."""

    code = "scope_missing"
    status = HTTPStatus.FORBIDDEN

    def __init__(self, scope: str) -> None:
        super().__init__(
            _("This needs a service key with the scope %(scope)s.") % {"scope": scope},
            detail=scope,
        )


class OwnerNotPermitted(Refusal):
    """The person responsible for the key left, or lost the right that the scope needs."""

    code = "owner_not_permitted"
    status = HTTPStatus.FORBIDDEN
    message = _("The person responsible for this key may not do this any more.")


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


class KeyEnded(Refusal):
    """The key was revoked, has expired, or was rotated already."""

    code = "key_ended"
    status = HTTPStatus.CONFLICT
    message = _("This key has ended or already has a successor. Check its present state.")


class NetworksMissing(Refusal):
    """A scope of the key needs a list of networks."""

    code = "networks_missing"
    field = "networks"

    def __init__(self, scopes: Sequence[str]) -> None:
        super().__init__(
            _("Enter the networks of the system. These scopes need them: %(scopes)s.")
            % {"scopes": ", ".join(scopes)}
        )


class OwnerIsMaker(Refusal):
    code = "owner_is_maker"
    field = "owner"
    message = _("Choose another person: nobody makes a key in their own name.")


class ScopeBeyondOwner(Refusal):
    """The owner's roles do not have the rights of these scopes."""

    code = "scope_beyond_owner"
    field = "scopes"

    def __init__(self, scopes: Sequence[str]) -> None:
        super().__init__(
            _("The responsible person may not do this themselves: %(scopes)s.")
            % {"scopes": ", ".join(scopes)}
        )


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


class InvalidToken(Refusal):
    """The access token is unknown or over, or the player has disconnected the app."""

    code = "invalid_token"
    status = HTTPStatus.UNAUTHORIZED
    message = _(
        "This access token is not valid. Get a new one, or ask the player to connect again."
    )


class NotForApps(Refusal):
    """Only the player does this, on the site or in the operator's own app."""

    code = "not_for_apps"
    status = HTTPStatus.FORBIDDEN
    message = _("Registered apps can't do this. The player does it on the site.")


class AppScopeMissing(Refusal):
    """The player did not grant the app the scope of this operation."""

    code = "scope_missing"
    status = HTTPStatus.FORBIDDEN

    def __init__(self, scope: str) -> None:
        super().__init__(
            _("The player has not granted the scope %(scope)s.") % {"scope": scope}, detail=scope
        )


class RealMoneyNotAllowed(Refusal):
    """The app may not play with real money: the operator or the player has not allowed it."""

    code = "real_money_not_allowed"
    status = HTTPStatus.FORBIDDEN
    message = _("This app may not play with real money.")


class AppEnded(Refusal):
    code = "app_ended"
    status = HTTPStatus.CONFLICT
    message = _("This app is revoked.")


class NoSecret(Refusal):
    """A public app has no secret."""

    code = "no_secret"
    status = HTTPStatus.CONFLICT
    message = _("This app has no secret.")


class RealMoneyAlready(Refusal):
    """Real money is allowed already, or a proposal waits."""

    code = "real_money_already"
    status = HTTPStatus.CONFLICT
    message = _("Real money is allowed already, or its approval is waiting.")
