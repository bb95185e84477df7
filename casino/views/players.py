"""Access to the views of players."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.views.decorators.cache import never_cache

from accounts.users.views import require_user
from casino.refusals import StaffCannotPlay
from journal.refusals import NotSignedIn

P = ParamSpec("P")
Answer = TypeVar("Answer", bound=HttpResponseBase)


def player_required(
    view: Callable[Concatenate[HttpRequest, P], Answer],
) -> Callable[Concatenate[HttpRequest, P], Answer | HttpResponse]:
    """Require a signed-in player: pages redirect to the login, forms are refused.

    Answers are not cached by browsers or proxies.
    """

    @wraps(view)
    @never_cache
    def checked(
        request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs
    ) -> Answer | HttpResponse:
        if request.user.is_authenticated:
            return view(request, *args, **kwargs)
        if request.method in {"GET", "HEAD"}:
            return redirect_to_login(request.get_full_path())
        raise NotSignedIn

    return checked


def players_only(
    view: Callable[Concatenate[HttpRequest, P], Answer],
) -> Callable[Concatenate[HttpRequest, P], Answer | HttpResponse]:
    """Require a signed-in player as `player_required`, and refuse staff."""

    @player_required
    @wraps(view)
    def checked(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> Answer:
        if require_user(request).is_staff:
            raise StaffCannotPlay
        return view(request, *args, **kwargs)

    return checked
