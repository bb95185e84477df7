"""Access of guests to the views that are open to them; in all other views they are anonymous."""

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse

from accounts.guests.views import OPEN, load_guest
from accounts.models.users import User


class GuestMiddleware:
    """Set `request.user` to the browser's guest if nobody is signed in and the view is open to guests."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Remove the guest from the request after the view, so that no log line contains both a guest and an IP address."""
        try:
            return self.get_response(request)
        finally:
            # type() does not load the lazy user of a sign-in
            if type(request.user) is User and request.user.plays_as_guest:
                request.user = AnonymousUser()

    def process_view(
        self,
        request: HttpRequest,
        view: Callable[..., Any],
        _args: object,
        names: Mapping[str, Any],
    ) -> None:
        """Set the guest before an open view. No query without a guest's session."""
        is_open: Callable[[Mapping[str, Any]], bool] | None = getattr(view, OPEN, None)
        if is_open is None or request.user.is_authenticated or not is_open(names):
            return
        guest = load_guest(request)
        if guest is not None:
            request.user = guest
