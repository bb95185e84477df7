"""The language of pages: the account's for signed-in users, else the browser's."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation

from accounts.models.users import User


class OwnLanguageMiddleware:
    """Activate the account's language for signed-in users; later middleware loads the user anyway."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Set the language after Django's LocaleMiddleware. No query without a session."""
        if settings.SESSION_COOKIE_NAME in request.COOKIES and isinstance(request.user, User):
            translation.activate(request.user.language)
            request.LANGUAGE_CODE = translation.get_language()
        return self.get_response(request)
