"""Who calls: the player of a session token."""

from typing import Any, Final

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext_lazy as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.views import APIView

from accounts.models.users import User
from journal.refusals import NotSignedIn

SIGN_IN: Final = _("Sign in first.")


def is_player(user: object) -> bool:
    """Return whether this is a signed-in player: neither staff nor a guest."""
    return isinstance(user, User) and not user.is_staff and not user.is_guest


class SessionTokenAuthentication(BaseAuthentication):
    """The user of the session that `api.middleware` found by the request's token."""

    def authenticate(self, request: Request) -> tuple[User | AnonymousUser, None]:
        return request._request.user, None  # noqa: SLF001 - rest_framework's request has no other way


class IsPlayer(BasePermission):
    """Players only. Staff and guests are nobody here."""

    def has_permission(self, request: Request, _view: APIView) -> bool:
        """Raise NotSignedIn for everybody else."""
        if not is_player(request.user):
            raise NotSignedIn(SIGN_IN)
        return True


class SessionTokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # the library registers subclasses by an untyped hook
    """How the OpenAPI document describes the token."""

    target_class = SessionTokenAuthentication
    name = "sessionToken"

    def get_security_definition(self, _auto_schema: Any) -> dict[str, str]:
        text = _("`session_token` of the answer to `auth/login`.")
        return {"type": "apiKey", "in": "header", "name": "X-Session-Token", "description": text}  # type: ignore[dict-item]  # each language's own
