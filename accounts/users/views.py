"""The signed-in user of a request, and the language cookie."""

from typing import Literal, cast

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from accounts.models.users import User
from accounts.users.refusals import PlayersOnly
from journal.refusals import NotSignedIn


def require_user(request: HttpRequest) -> User:
    """Return the signed-in user. Raises `NotSignedIn`."""
    if not isinstance(request.user, User):
        raise NotSignedIn
    return request.user


def require_player(request: HttpRequest) -> User:
    """Return the signed-in player. Raises `NotSignedIn`, or `PlayersOnly` for staff."""
    if (person := require_user(request)).is_staff:
        raise PlayersOnly
    return person


def remember_language(response: HttpResponse, language: str) -> None:
    """Set the language cookie for the next pages."""
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        path=settings.LANGUAGE_COOKIE_PATH,
        domain=settings.LANGUAGE_COOKIE_DOMAIN,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
        samesite=cast("Literal['Lax', 'Strict', 'None']", settings.LANGUAGE_COOKIE_SAMESITE),
    )
