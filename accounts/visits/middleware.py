"""Idle players: forms are stopped until the player authenticates again, and typed values are kept.

Every form is stopped unless its path is listed as open; the API refuses by itself. Pages can still be read; polling (`X-Poll`) does not
count as activity. No form is submitted automatically.
"""

from collections.abc import Callable
from http import HTTPStatus
from typing import Final
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from accounts.models.users import User
from accounts.values.polling import POLL
from accounts.visits.views.kept_forms import READING_METHODS, form_page_path, store_form
from accounts.visits.views.presence import is_idle, last_action_at, note_activity
from internals.allauth_flows import STATE_SESSION_KEY

_ACCOUNT: Final = "/account/"
_API: Final = "/api/"
_OPEN: Final = (
    _ACCOUNT,
    "/api/v1/auth/",
    "/i18n/",
    "/static/",
    "/responsible/time-out/",
    "/responsible/exclusion/",
)


class PresenceMiddleware:
    """Record players' activity, and stop forms of idle players."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Record or stop the request. No query without a session."""
        if settings.SESSION_COOKIE_NAME not in request.COOKIES:
            return self.get_response(request)
        if request.path.startswith(_OPEN):
            _forget_where_idle(request)
            return self.get_response(request)
        user = request.user
        if not isinstance(user, User) or user.is_staff:
            return self.get_response(request)
        if is_idle(request):
            if request.method not in READING_METHODS and not request.path.startswith(_API):
                return _stopped(request)
            request.player_idle = True  # type: ignore[attr-defined]  # for the notice of base.html, and for the API
        elif request.method not in READING_METHODS or not request.headers.get(POLL):
            _note(request, user)
        return self.get_response(request)


def _note(request: HttpRequest, player: User) -> None:
    """Record activity of a session with a sign-in."""
    if last_action_at(request):
        note_activity(request, player)


def _forget_where_idle(request: HttpRequest) -> None:
    """Drop the actions that allauth postponed until reauthentication, if the player was idle since."""
    if not request.path.startswith(_ACCOUNT) or STATE_SESSION_KEY not in request.session:
        return
    if isinstance(request.user, User) and not request.user.is_staff and is_idle(request):
        del request.session[STATE_SESSION_KEY]


def _stopped(request: HttpRequest) -> HttpResponse:
    """Redirect to reauthentication; afterwards the form is shown again with the typed values."""
    page = form_page_path(request)
    store_form(request, page)
    door = f"{reverse('account_reauthenticate')}?{urlencode({'next': page})}"
    if request.headers.get("HX-Request"):
        answer = HttpResponse(status=HTTPStatus.UNAUTHORIZED)
        answer["HX-Redirect"] = door
        return answer
    answer = redirect(door)
    answer.status_code = HTTPStatus.SEE_OTHER
    return answer
