"""Network address of each request for the gate, and its due checks."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from accounts.gate.values.request_address import serve_address
from accounts.gate.views import ask_due_checks, read_address
from accounts.models.users import User


class GateMiddleware:
    """Serve requests with their address; ask due checks of signed-in players."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Ask before the view, outside its transaction. No query without a session."""
        with serve_address(read_address(request)):
            if settings.SESSION_COOKIE_NAME in request.COOKIES:
                user = request.user
                if isinstance(user, User):
                    ask_due_checks(request, user)
            return self.get_response(request)
