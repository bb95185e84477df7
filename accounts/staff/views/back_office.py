# mypy: allow-subclassing-any
# (unfold, whose site this extends, ships without types)
"""Back-office pages: access control (`staff_page`) and layout (`render_staff`)."""

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
from accounts.factors.views import factor_page_url, factor_records, is_factor_fresh
from accounts.models.users import User
from accounts.roles.services import require
from accounts.roles.values import Right
from pages.answers import see_other
from pages.refused import RefusedForm

P = ParamSpec("P")
Answer = TypeVar("Answer", bound=HttpResponseBase)

_ASKED_ANEW: Final = gettext_lazy(
    "Nothing has been done yet: this needs your second factor, used in the last five minutes. Use it, then send the form again."
)
_FACTOR_OF: Final = "_factor_of"  # request attribute: pk of the user whose second factor was found
# Rights whose forms require a second factor used in the last five minutes: approvals, and changes of staff accounts and
# webhooks.
_FRESH: Final = frozenset(
    {
        Right.EDIT_STAFF,
        Right.EDIT_WEBHOOKS,
        *(right for right in Right if right.value.startswith("approve_")),
    }
)


def is_staff_with_factor(request: HttpRequest) -> bool:
    """Return whether this is active staff with a second factor used in this session."""
    user = request.user
    return (
        isinstance(user, User)
        and user.is_staff
        and user.is_active
        and has_factor_cached(request, user)
        and bool(factor_records(request))
    )


def has_factor_cached(request: HttpRequest, user: User) -> bool:
    """Return whether the user has a second factor. A found factor is cached on the request, for the menu's entries."""
    if getattr(request, _FACTOR_OF, None) == user.pk:
        return True
    found = has_factor(user)
    if found:
        setattr(request, _FACTOR_OF, user.pk)
    return found


class _FactorFirst(Exception):
    """The submitted form requires a recently used second factor."""


def require_fresh_factor(request: HttpRequest) -> None:
    """Require a second factor used in the last five minutes; in views behind `staff_page` only.

    Otherwise nothing is done: `staff_page` redirects to the factor, and from there back to the form.
    """
    if not is_factor_fresh(request):
        raise _FactorFirst


def needs_fresh_factor(*rights: Right) -> bool:
    """Return whether a view open with these rights requires a fresh second factor: if each of them does."""
    return bool(rights) and _FRESH.issuperset(rights)


def _ask_factor(request: HttpRequest) -> HttpResponse:
    sent_from = urlsplit(request.headers.get("Referer", ""))
    inside = sent_from.netloc == request.get_host() and sent_from.path.startswith(
        reverse("admin:index")
    )
    back = sent_from.path if inside else reverse("admin:index")
    messages.info(request, _ASKED_ANEW)
    return see_other(f"{factor_page_url(require_staff_user(request))}?{urlencode({'next': back})}")


def staff_page(
    *rights: Right,
    fresh: bool = False,
) -> Callable[
    [Callable[Concatenate[HttpRequest, P], Answer]],
    Callable[Concatenate[HttpRequest, P], Answer],
]:
    """Return a view decorator: staff inside only, with one of these rights if any are given; never cached.

    POST requires a second factor used in the last five minutes if `fresh`, or as `needs_fresh_factor`. Raises
    PermissionDenied, NotPermitted.
    """
    asks = fresh or needs_fresh_factor(*rights)

    def decorate(
        view: Callable[Concatenate[HttpRequest, P], Answer],
    ) -> Callable[Concatenate[HttpRequest, P], Answer]:
        @wraps(view)
        @never_cache
        def checked(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> Answer:
            if not is_staff_with_factor(request):
                raise PermissionDenied
            if rights:
                require(require_staff_user(request), *rights)
            try:
                if asks and request.method == "POST":
                    require_fresh_factor(request)
                return view(request, *args, **kwargs)
            except _FactorFirst:
                return cast("Answer", _ask_factor(request))

        return checked

    return decorate


def require_staff_user(request: HttpRequest) -> User:
    """Return the staff user of the request; in views behind `staff_page` only. Raises PermissionDenied."""
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user


def render_staff(
    request: HttpRequest,
    template: str,
    context: Mapping[str, Any],
    *,
    status: HTTPStatus = HTTPStatus.OK,
    refused: RefusedForm | None = None,
) -> HttpResponse:
    """Render a page in the back-office layout; `context["title"]` is its heading.

    A `refused` form is explained on the page and sets the status.
    """
    if refused is not None:
        status = refused.status
    shown = {**admin.site.each_context(request), **context, "refused": refused}
    return render(request, template, shown, status=status)
