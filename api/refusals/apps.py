"""Refusals about registered apps."""

from http import HTTPStatus

from django.utils.translation import gettext_lazy as _

from journal.refusals import Refusal


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
