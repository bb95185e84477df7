from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

_NOTHING = ("camera", "display-capture", "geolocation", "microphone", "payment", "usb")
POLICY = ", ".join(f"{feature}=()" for feature in _NOTHING)


class PermissionsPolicyMiddleware:
    """Tells the browser that no page here uses camera, place, payment or the like."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers.setdefault("Permissions-Policy", POLICY)
        return response
