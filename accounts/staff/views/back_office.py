# mypy: allow-subclassing-any
# (unfold, whose site this extends, ships without types)
"""Pages of the back office: who may open one (`staff_page`), and the frame in which it is drawn (`render_staff`)."""

from collections.abc import Callable, Mapping
from functools import wraps
from http import HTTPStatus
from typing import Any, Concatenate, Final, ParamSpec, TypeVar, cast
from urllib.parse import urlencode, urlsplit

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache

from accounts.factors.selectors import has_factor
from accounts.factors.views import factor_page, factor_records, is_factor_fresh
from accounts.models.users import User
from accounts.roles.services import require
from accounts.roles.values import Right
from pages.answers import see_other
from pages.refused import Refused

P = ParamSpec("P")
Answer = TypeVar("Answer", bound=HttpResponseBase)
POLL: Final = "X-Poll"
"""The header of what a page asks by itself: a browser that nobody sits at is not kept signed in."""

_ASKED_ANEW: Final = gettext_lazy(
    "Nothing has been done yet: this takes a second step that was shown in the last five minutes. Show it, then send the form again."
)
_FACTOR_OF: Final = (
    "_factor_of"  # set on a request: the key of the user whose second factor was found
)
# What the frame's own scripts and styles need; players' pages never get it.
# Whose forms take a second factor that was shown in the last five minutes: every approval, and everything about accounts of staff.
_FRESH: Final = frozenset(
    {Right.EDIT_STAFF, *(right for right in Right if right.value.startswith("approve_"))}
)


def is_inside(request: HttpRequest) -> bool:
    """Whether this is staff who have passed the second factor in this session."""
    user = request.user
    return (
        isinstance(user, User)
        and user.is_staff
        and user.is_active
        and has_factor_cached(request, user)
        and bool(factor_records(request))
    )


def has_factor_cached(request: HttpRequest, user: User) -> bool:
    """Whether the user has a second factor: one query for each request, though every entry of the menu asks."""
    if getattr(request, _FACTOR_OF, None) == user.pk:
        return True
    found = has_factor(user)
    if found:
        setattr(request, _FACTOR_OF, user.pk)
    return found


class _FactorFirst(Exception):
    """What was sent takes a second factor that was shown just now."""


def require_fresh(request: HttpRequest) -> None:
    """Let a form go on only if a second factor was shown in the last five minutes; of a page behind `staff_page` only.

    Otherwise nothing is done, and the person is asked for the factor and led back to the form.
    """
    if not is_factor_fresh(request):
        raise _FactorFirst


def takes_fresh(*rights: Right) -> bool:
    """Whether what takes one of these rights takes a fresh second factor: where all of them do."""
    return bool(rights) and _FRESH.issuperset(rights)


def _ask_factor(request: HttpRequest) -> HttpResponse:
    sent_from = urlsplit(request.headers.get("Referer", ""))
    inside = sent_from.netloc == request.get_host() and sent_from.path.startswith(
        reverse("admin:index")
    )
    back = sent_from.path if inside else reverse("admin:index")
    messages.info(request, _ASKED_ANEW)
    return see_other(f"{factor_page(staff_of(request))}?{urlencode({'next': back})}")


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
    asks = fresh or takes_fresh(*rights)

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
