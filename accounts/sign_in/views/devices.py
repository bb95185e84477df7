"""Known devices: strangers' failed sign-ins do not lock their users out."""

import hashlib
import secrets
from typing import Any, Final

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse

from accounts.models.users import User

COOKIE: Final = "device"
KEPT_FOR: Final = 365 * 24 * 60 * 60  # seconds
_FRESH: Final = "ligalo.device"  # key of a request's `META`
_SALT: Final = "accounts.devices"
_MOST: Final = 5  # users per device


def find_device(request: HttpRequest, user: User) -> str:
    """Return the device id if this user has signed in from it; else ""."""
    held = _held(request)
    return str(held["device"]) if user.pk in held["people"] else ""


def remember_device(request: HttpRequest, response: HttpResponse, user: User) -> None:
    """Add this user to the signed device cookie, which holds the latest five."""
    held = _held(request)
    people = [user.pk, *(one for one in held["people"] if one != user.pk)][:_MOST]
    value = signing.dumps({"device": held["device"], "people": people}, salt=_SALT)
    response.set_cookie(
        COOKIE,
        value,
        max_age=KEPT_FOR,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def digest_device(request: HttpRequest) -> str:
    """Return the digest of the device id, as kept with visits; of a new device, the id it is about to get."""
    return hashlib.sha256(str(_held(request)["device"]).encode()).hexdigest()


def _held(request: HttpRequest) -> dict[str, Any]:
    """Return the cookie's content; without a valid cookie, a new id that stays the same for this request."""
    try:
        found = signing.loads(request.COOKIES.get(COOKIE, ""), salt=_SALT, max_age=KEPT_FOR)
    except signing.BadSignature:
        fresh = {"device": secrets.token_hex(8), "people": []}
        return dict(request.META.setdefault(_FRESH, fresh))
    return dict(found)
