"""Second factors of players, on every page, where the profile requires them."""

from collections.abc import Callable
from typing import Final
from urllib.parse import urlencode

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from accounts.factors.refusals import PlayerFactorRequired
from accounts.factors.selectors import has_factor, requires_factor
from accounts.factors.views import factor_page_url, factor_records
from accounts.models.users import User

_OPEN: Final = (
    *("/account/", "/i18n/", "/static/", "/api/"),  # the API judges its own requests
    *("/responsible/", "/contact/", "/documents/", "/help/"),
)
"""Sign-in, options, and what protects or informs a player."""


class PlayerFactorMiddleware:
    """Lead players without a second factor in their session to it, or to connecting one."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """No query unless the profile requires a factor that the session has not used."""
        if request.path_info.startswith(_OPEN) or not _lacks_factor(request):
            return self.get_response(request)
        return _lead_to_factor(request)


def _lacks_factor(request: HttpRequest) -> bool:
    if settings.SESSION_COOKIE_NAME not in request.COOKIES:
        return False
    user = request.user
    return isinstance(user, User) and requires_factor(user) and not factor_records(request)


def _lead_to_factor(request: HttpRequest) -> HttpResponse:
    user = request.user
    if isinstance(user, User) and has_factor(user):
        return redirect(f"{factor_page_url(user)}?{urlencode({'next': request.path})}")
    messages.info(request, str(PlayerFactorRequired.message))
    return redirect("mfa_index")
