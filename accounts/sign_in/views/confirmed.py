"""The email address that was just confirmed in this browser, for its sign-in form."""

from typing import Final

from django.http import HttpRequest

_CONFIRMED: Final = "confirmed_email"


def store_confirmed_email(request: HttpRequest, email: str) -> None:
    """Keep the address in the session until the sign-in form is shown."""
    request.session[_CONFIRMED] = email


def take_confirmed_email(request: HttpRequest) -> str:
    """Return the address and forget it; "" if there is none."""
    return str(request.session.pop(_CONFIRMED, ""))
