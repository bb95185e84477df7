"""Who calls: the player of a session token, or the player of an app's access token."""

from importlib import import_module
from typing import Any, Final

import structlog
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.utils.translation import activate, gettext_lazy as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.views import APIView

from accounts.factors.refusals import PlayerFactorRequired
from accounts.factors.selectors import has_factor, requires_factor
from accounts.factors.views import factor_records
from accounts.gate.views import ask_due_checks
from accounts.models.users import User
from accounts.visits.views.presence import note_activity
from accounts.visits.words import APP_KEY, APP_SIGN
from api.models import AppConnection
from api.refusals import InvalidToken
from api.services.connections import AppGrant, authenticate_token, keep_session
from api.values.app_scopes import AppScope, list_app_scopes
from api.values.bearer import read_bearer
from journal.refusals import NotSignedIn
from journal.services.recording import name_acting_app

SIGN_IN: Final = _("Sign in first.")


def is_player(user: object) -> bool:
    """Return whether this is a signed-in player: neither staff nor a guest."""
    return isinstance(user, User) and not user.is_staff and not user.is_guest


class SessionTokenAuthentication(BaseAuthentication):
    """The user of the session that `api.middleware` found by the request's token."""

    def authenticate(self, request: Request) -> tuple[User | AnonymousUser, None]:
        return request._request.user, None  # noqa: SLF001 - rest_framework's request has no other way


class AppTokenAuthentication(BaseAuthentication):
    """The player who granted the access token, if the request has one. `auth` is then the `AppGrant`."""

    def authenticate(self, request: Request) -> tuple[User, AppGrant] | None:
        """Return the player and the grant; None without a token. Raises InvalidToken."""
        token = read_bearer(request.headers)
        if token is None:
            return None
        grant = authenticate_token(token)
        player = grant.connection.player
        if not is_player(player) or not player.is_active:
            raise InvalidToken(detail=str(grant.connection))
        _begin_request(request._request, grant.connection)  # noqa: SLF001 - rest_framework's request has no other way
        return player, grant


def _begin_request(request: HttpRequest, connection: AppConnection) -> None:
    """Do what middleware does for a session: language, visit, names in logs and events."""
    player, app = connection.player, str(connection.app)
    activate(player.language)
    request.META[APP_KEY] = f"{APP_SIGN}{app}"  # visits, bets and decisions name the app
    request.META["HTTP_USER_AGENT"] = request.META[APP_KEY]
    sessions = import_module(settings.SESSION_ENGINE)
    request.session = sessions.SessionStore(connection.session_key or None)
    note_activity(request, player)
    keep_session(connection, request.session.session_key or "")
    name_acting_app(app)
    player.plays_by_app = True
    ask_due_checks(request, player)
    structlog.contextvars.bind_contextvars(user_id=player.pk, app=app)


class IsPlayer(BasePermission):
    """Players only. Staff and guests are nobody here."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        """Raise NotSignedIn for everybody else, and PlayerFactorRequired as the pages do."""
        if not is_player(request.user):
            raise NotSignedIn(SIGN_IN)
        if not getattr(view, "open_without_factor", False):
            _require_factor(request)
        return True


def _require_factor(request: Request) -> None:
    """Raise PlayerFactorRequired if the profile requires a factor that the session has not used; an app's player needs one."""
    player = request.user
    if not isinstance(player, User) or not requires_factor(player):
        return
    proven = has_factor(player) if player.plays_by_app else factor_records(request._request)  # noqa: SLF001 - rest_framework's request has no other way
    if not proven:
        raise PlayerFactorRequired


class SessionTokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # the library registers subclasses by an untyped hook
    """How the OpenAPI document describes the token."""

    target_class = SessionTokenAuthentication
    name = "sessionToken"

    def get_security_definition(self, _auto_schema: Any) -> dict[str, str]:
        text = _("`session_token` of the answer to `auth/login`.")
        return {"type": "apiKey", "in": "header", "name": "X-Session-Token", "description": text}  # type: ignore[dict-item]  # each language's own


class AppTokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # as above
    """How the OpenAPI document describes access tokens of apps."""

    target_class = AppTokenAuthentication
    name = "app"

    def get_security_requirement(self, auto_schema: Any) -> list[dict[str, list[str]]]:
        """Return the scopes of which one opens the operation; none if it is open to no app."""
        pattern = auto_schema.path_regex.removeprefix("^").removeprefix("/").removeprefix("api/v1/")
        return [
            {self.name: [scope.value]} for scope in list_app_scopes(pattern, auto_schema.method)
        ]

    def get_security_definition(self, _auto_schema: Any) -> dict[str, Any]:
        return {
            "type": "oauth2",
            "description": _("Access token of a registered app, granted by the player."),
            "flows": {
                "authorizationCode": {
                    "authorizationUrl": "/identity/o/authorize",
                    "tokenUrl": "/identity/o/api/token",
                    "refreshUrl": "/identity/o/api/token",
                    "scopes": {scope.value: scope.label for scope in AppScope},
                }
            },
        }
