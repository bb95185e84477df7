"""OAuth 2.0 endpoints for registered apps: allauth's, with rate limits."""

from collections.abc import Callable
from http import HTTPStatus
from math import ceil
from typing import Any, Final, NoReturn

from allauth.idp.oidc import views
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt

from api.throttles import TokenThrottle

_ERROR: Final = "temporarily_unavailable"


@csrf_exempt
@never_cache
def issue_token(request: HttpRequest) -> HttpResponse:
    """Exchange an authorization code or a refresh token."""
    return _limit(views.token, request)


@csrf_exempt
@never_cache
def revoke_token(request: HttpRequest) -> HttpResponse:
    """End a token of the app that asks."""
    return _limit(views.revoke, request)


def deny_endpoint(_request: HttpRequest) -> NoReturn:
    """Answer for endpoints of OpenID Connect that are not offered; the library's discovery needs their names."""
    raise Http404


def _limit(view: Callable[[HttpRequest], HttpResponse], request: HttpRequest) -> HttpResponse:
    throttle: Any = TokenThrottle()
    if throttle.allow_request(request, None):
        return view(request)
    response = JsonResponse({"error": _ERROR}, status=HTTPStatus.TOO_MANY_REQUESTS)
    response.headers["Retry-After"] = str(ceil(throttle.wait() or 1))
    return response
