"""Let guests into the views that are open to them; everywhere else they are visitors who have not signed in."""

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse

from accounts.guests.views import OPEN, guest_of
from accounts.models.users import User


class GuestMiddleware:
    """Set `request.user` to the browser's guest where nobody has signed in and the view is open to guests."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Remove the guest from the request after the view, so that no log line has a guest and an address."""
        try:
            return self.get_response(request)
        finally:
            # a signed-in user is a lazy object, which a question would load
            if type(request.user) is User and request.user.plays_as_guest:
                request.user = AnonymousUser()

    def process_view(
        self,
        request: HttpRequest,
        view: Callable[..., Any],
        _args: object,
        names: Mapping[str, Any],
    ) -> None:
        """Called by Django before a page. No query without a guest's session."""
        is_open: Callable[[Mapping[str, Any]], bool] | None = getattr(view, OPEN, None)
        if is_open is None or request.user.is_authenticated or not is_open(names):
            return
        guest = guest_of(request)
        if guest is not None:
            request.user = guest
