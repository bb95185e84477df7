"""The session of an API request: named by a header, never by the browser's cookie."""

import re
from collections.abc import Callable
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from api.problems import PREFIX

HEADER: Final = "X-Session-Token"
_TOKEN: Final = re.compile(r"[a-z0-9]{32}")
_PAGE: Final = f"{PREFIX}v1/docs"
"""The documentation is a page of the site, with the site's session."""


class SessionTokenMiddleware:
    """Replaces the cookies of an API request by the session of its token, and sends no cookie.

    A browser therefore never authenticates a request to the API by itself, so that no other site can use its session.
    All later middleware works as on the pages.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Leave the site's pages alone."""
        path = request.path_info
        if not path.startswith(PREFIX) or path.startswith(_PAGE):
            return self.get_response(request)
        token = request.headers.get(HEADER, "")
        found = {settings.SESSION_COOKIE_NAME: token} if _TOKEN.fullmatch(token) else {}
        request.COOKIES = found
        response = self.get_response(request)
        response.cookies.clear()
        return response
