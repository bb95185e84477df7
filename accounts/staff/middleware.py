"""Access control of the back office, for every URL under its path."""

import time
from collections.abc import Callable
from typing import Final
from urllib.parse import urlencode

from allauth.account.adapter import get_adapter
from allauth.account.authentication import get_authentication_records
from csp.constants import SELF, UNSAFE_EVAL, UNSAFE_INLINE
from csp.decorators import csp_update
from django.conf import settings
from django.contrib.auth import logout
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse

from accounts.factors.views import factor_page_url, factor_records
from accounts.models.users import User
from accounts.staff.services.access_log import record_access
from accounts.staff.views.back_office import has_factor_cached
from accounts.values.polling import POLL

NOTED: Final = "staff_noted_at"


SEEN: Final = "staff_seen_at"


_NOTED_EVERY: Final = 60  # seconds: resolution of the access log


# The API treats staff as nobody.
_OPEN: Final = ("/account/", "/i18n/", "/static/", "/api/")


# CSP sources that the back office's layout needs; players' pages never get them.
RELAXED: Final = {"script-src": [SELF, UNSAFE_EVAL], "style-src": [SELF, UNSAFE_INLINE]}


class StaffMiddleware:
    """Allow only staff with a second factor under the back office's path; staff without one reach only account pages."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response
        self.inside = csp_update(RELAXED)(get_response)

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Check back-office paths, and other paths for staff; players' pages pass."""
        path = request.path_info
        if path.startswith(reverse("admin:index")):
            return _entrance(request) or self.inside(request)
        if not path.startswith(_OPEN) and _is_staff(request):
            return _entrance(request) or self.get_response(request)
        return self.get_response(request)


def _is_staff(request: HttpRequest) -> bool:
    """Return whether the session belongs to staff; no query without a session."""
    has_session = settings.SESSION_COOKIE_NAME in request.COOKIES
    return has_session and isinstance(request.user, User) and request.user.is_staff


def _entrance(request: HttpRequest) -> HttpResponse | None:
    """Redirect to sign-in or the second factor if needed; None to continue. Raises PermissionDenied for players."""
    user = request.user
    if not isinstance(user, User):
        return redirect_to_login(request.get_full_path())
    if not user.is_staff:
        raise PermissionDenied
    if _idle(request) or _too_long(request):
        logout(request)
        return redirect_to_login(request.get_full_path())
    if not has_factor_cached(request, user):
        return redirect("mfa_activate_totp")
    if not factor_records(request):
        return redirect(f"{factor_page_url(user)}?{urlencode({'next': request.get_full_path()})}")
    _note(request, user)
    return None


def _note(request: HttpRequest, user: User) -> None:
    now = int(time.time())
    if now - request.session.get(NOTED, 0) >= _NOTED_EVERY:
        record_access(user, get_adapter().get_client_ip(request))
        request.session[NOTED] = now
    if not request.headers.get(POLL):
        request.session[SEEN] = now


def _idle(request: HttpRequest) -> bool:
    seen = request.session.get(SEEN)
    return isinstance(seen, int) and time.time() - seen > settings.STAFF_IDLE_SECONDS


def _too_long(request: HttpRequest) -> bool:
    """Return whether the sign-in is older than `STAFF_SESSION_SECONDS`, regardless of activity."""
    began = [record["at"] for record in get_authentication_records(request, request.user)]
    return bool(began) and time.time() - min(began) > settings.STAFF_SESSION_SECONDS
