# mypy: allow-subclassing-any
# (unfold, whose site this extends, ships without types)
"""The way into the back office: one path, the site's own login, a second factor, a time-out.

The middleware guards every address under the path, whoever serves it. A page of one's own asks
for a right with `staff_page` and is drawn inside the frame with `render_staff`.
"""

import time
from collections.abc import Callable, Mapping
from functools import wraps
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Concatenate, Final, ParamSpec, TypeVar, cast
from urllib.parse import urlencode, urlsplit

from allauth.account.adapter import get_adapter
from allauth.account.authentication import get_authentication_records
from csp.constants import SELF, UNSAFE_EVAL, UNSAFE_INLINE
from csp.decorators import csp_update
from django.conf import settings
from django.contrib import admin, messages
from django.contrib.auth import logout
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import BadRequest, PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from unfold.sites import UnfoldAdminSite

from accounts.factors import asking, has_factor, shown_in, shown_lately
from accounts.models import User
from accounts.roles import Right, require
from accounts.staffing.visits import was_here
from pages.answers import see_other
from pages.refused import Refused

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

P = ParamSpec("P")
Answer = TypeVar("Answer", bound=HttpResponseBase)
SEEN: Final = "staff_seen_at"
NOTED: Final = "staff_noted_at"
POLL: Final = "X-Poll"
"""The header of what a page asks by itself: a browser that nobody sits at is not kept signed in."""

_ASKED_ANEW: Final = gettext_lazy(
    "Nothing has been done yet: this takes a second step that was shown in the last five minutes. Show it, then send the form again."
)
_NOTED_EVERY: Final = 60  # seconds: of who is inside the access log knows the minute
_FACTOR_OF: Final = (
    "_factor_of"  # set on a request: the key of the user whose second factor was found
)
_OPEN: Final = ("/account/", "/i18n/", "/static/")
# What the frame's own scripts and styles need; players' pages never get it.
# Whose forms take a second factor that was shown in the last five minutes: every approval, and everything about accounts of staff.
_FRESH: Final = frozenset(
    {Right.EDIT_STAFF, *(right for right in Right if right.value.startswith("approve_"))}
)
RELAXED: Final = {"script-src": [SELF, UNSAFE_EVAL], "style-src": [SELF, UNSAFE_INLINE]}


class StaffSite(UnfoldAdminSite):
    """Django's admin without a login, logout or password form of its own, and without a model: every page is one of ours."""

    def register(self, *_models: Any, **_options: Any) -> None:
        """Nothing: a row that is edited in a list is changed past its service, its rights and its reasons."""

    def has_permission(self, request: HttpRequest) -> bool:
        """Only staff who have passed the second factor in this session."""
        return is_inside(request)

    def login(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The site's own login, which knows limits and the second factor."""
        del extra_context
        return redirect_to_login(request.GET.get("next") or reverse("admin:index"))

    def logout(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Sign out and show the login."""
        del extra_context
        logout(request)
        return redirect("account_login")

    def search(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Not found: nothing is registered, so the frame's own search has nothing to look through."""
        del request, extra_context
        raise Http404

    def password_change(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The site's own page for it."""
        del request, extra_context
        return redirect("account_change_password")


class StaffMiddleware:
    """Lets nobody but staff with a second factor under the back office's path, and staff without one nowhere at all.

    They reach the pages of their account, where they sign in and connect an app, and no other.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response
        self.inside = csp_update(RELAXED)(get_response)

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Pass the pages of players on untouched."""
        path = request.path_info
        if path.startswith(reverse("admin:index")):
            return _entrance(request) or self.inside(request)
        if not path.startswith(_OPEN) and _is_staff(request):
            return _entrance(request) or self.get_response(request)
        return self.get_response(request)


def _is_staff(request: HttpRequest) -> bool:
    """Whether this is a session of staff; whoever has none is not looked up."""
    has_session = settings.SESSION_COOKIE_NAME in request.COOKIES
    return has_session and isinstance(request.user, User) and request.user.is_staff


def _entrance(request: HttpRequest) -> HttpResponse | None:
    """Where somebody has to go first, or None for who may go in. Players are refused."""
    user = request.user
    if not isinstance(user, User):
        return redirect_to_login(request.get_full_path())
    if not user.is_staff:
        raise PermissionDenied
    if _idle(request) or _too_long(request):
        logout(request)
        return redirect_to_login(request.get_full_path())
    if not _has_factor(request, user):
        return redirect("mfa_activate_totp")
    if not shown_in(request):
        return redirect(f"{asking(user)}?{urlencode({'next': request.get_full_path()})}")
    _note(request, user)
    return None


def _note(request: HttpRequest, user: User) -> None:
    now = int(time.time())
    if now - request.session.get(NOTED, 0) >= _NOTED_EVERY:
        was_here(user, get_adapter().get_client_ip(request))
        request.session[NOTED] = now
    if not request.headers.get(POLL):
        request.session[SEEN] = now


def is_inside(request: HttpRequest) -> bool:
    """Whether this is staff who have passed the second factor in this session."""
    user = request.user
    return (
        isinstance(user, User)
        and user.is_staff
        and user.is_active
        and _has_factor(request, user)
        and bool(shown_in(request))
    )


def _has_factor(request: HttpRequest, user: User) -> bool:
    """Whether the user has a second factor: one query for each request, though every entry of the menu asks."""
    if getattr(request, _FACTOR_OF, None) == user.pk:
        return True
    found = has_factor(user)
    if found:
        setattr(request, _FACTOR_OF, user.pk)
    return found


def _idle(request: HttpRequest) -> bool:
    seen = request.session.get(SEEN)
    return isinstance(seen, int) and time.time() - seen > settings.STAFF_IDLE_SECONDS


def _too_long(request: HttpRequest) -> bool:
    """Whether it is longer ago than a day's work that this session was signed in, whatever was done in it since."""
    began = [record["at"] for record in get_authentication_records(request, request.user)]
    return bool(began) and time.time() - min(began) > settings.STAFF_SESSION_SECONDS


class _FactorFirst(Exception):
    """What was sent takes a second factor that was shown just now."""


def require_fresh(request: HttpRequest) -> None:
    """Let a form go on only if a second factor was shown in the last five minutes; of a page behind `staff_page` only.

    Otherwise nothing is done, and the person is asked for the factor and led back to the form.
    """
    if not shown_lately(request):
        raise _FactorFirst


def _ask_factor(request: HttpRequest) -> HttpResponse:
    sent_from = urlsplit(request.headers.get("Referer", ""))
    inside = sent_from.netloc == request.get_host() and sent_from.path.startswith(
        reverse("admin:index")
    )
    back = sent_from.path if inside else reverse("admin:index")
    messages.info(request, _ASKED_ANEW)
    return see_other(f"{asking(staff_of(request))}?{urlencode({'next': back})}")


def staff_page(
    *rights: Right,
    fresh: bool = False,
) -> Callable[
    [Callable[Concatenate[HttpRequest, P], Answer]],
    Callable[Concatenate[HttpRequest, P], Answer],
]:
    """Return a decorator: only staff inside, with one of these rights where any are named; never kept by a cache.

    What is sent to it takes a `fresh` second factor, as to every page of who approves.
    """
    asks = fresh or (bool(rights) and _FRESH.issuperset(rights))

    def decorate(
        view: Callable[Concatenate[HttpRequest, P], Answer],
    ) -> Callable[Concatenate[HttpRequest, P], Answer]:
        @wraps(view)
        @never_cache
        def checked(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> Answer:
            if not is_inside(request):
                raise PermissionDenied
            if rights:
                require(staff_of(request), *rights)
            try:
                if asks and request.method == "POST":
                    require_fresh(request)
                return view(request, *args, **kwargs)
            except _FactorFirst:
                return cast("Answer", _ask_factor(request))

        return checked

    return decorate


def staff_of(request: HttpRequest) -> User:
    """The member of staff who asks; of a page behind `staff_page` only."""
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user


def approves(request: HttpRequest) -> bool:
    """Whether a posted verdict is a yes. Raises BadRequest where it is neither yes nor no."""
    verdict = request.POST.get("verdict")
    if verdict not in {"approve", "refuse"}:
        raise BadRequest("a verdict approves or refuses")
    return verdict == "approve"


def render_staff(
    request: HttpRequest,
    template: str,
    context: Mapping[str, Any],
    *,
    status: HTTPStatus = HTTPStatus.OK,
    refused: Refused | None = None,
) -> HttpResponse:
    """Draw a page inside the frame; `context["title"]` is its heading. Where a form of it was `refused`, it says so, with that status."""
    if refused is not None:
        status = refused.status
    shown = {**admin.site.each_context(request), **context, "refused": refused}
    return render(request, template, shown, status=status)


def staff_error(
    request: HttpRequest, title: "StrOrPromise", words: "StrOrPromise", status: HTTPStatus
) -> HttpResponse | None:
    """Say inside the frame what is wrong, to staff who are inside; None for everybody else and outside the back office."""
    if not request.path_info.startswith(reverse("admin:index")) or not is_inside(request):
        return None
    context = {"title": title, "words": words}
    return render_staff(request, "staff/error.html", context, status=status)
