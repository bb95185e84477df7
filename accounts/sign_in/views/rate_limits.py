"""Time until allauth's rate limit that refused a request allows another one."""

import time
from collections.abc import Mapping
from math import ceil
from typing import Final

from django.core.cache import cache
from django.http import HttpRequest

from internals.allauth_flows import Rate, get_cache_key, get_rates

_ACCOUNT: Final = "allauth.account"
_LIMITS: Final[Mapping[str, tuple[str, str]]] = {
    "account_login": (_ACCOUNT, "login"),
    "app_login": (_ACCOUNT, "login"),
    "account_signup": (_ACCOUNT, "signup"),
    "app_signup": (_ACCOUNT, "signup"),
    "account_email": (_ACCOUNT, "manage_email"),
    "account_change_password": (_ACCOUNT, "change_password"),
    "account_set_password": (_ACCOUNT, "change_password"),
    "account_reset_password": (_ACCOUNT, "reset_password"),
    "account_reset_password_from_key": (_ACCOUNT, "reset_password_from_key"),
    "account_reauthenticate": (_ACCOUNT, "reauthenticate"),
    "app_reauthenticate": (_ACCOUNT, "reauthenticate"),
    "mfa_reauthenticate": (_ACCOUNT, "reauthenticate"),
    "mfa_reauthenticate_webauthn": (_ACCOUNT, "reauthenticate"),
    "mfa_login_webauthn": ("allauth.mfa", "webauthn_login"),
}
"""App and action of the limits of each page and of the API's sign-in, by URL name."""


def seconds_until_allowed(request: HttpRequest) -> int:
    """Return the seconds until the limits of this page allow another attempt; 0 if none is exhausted."""
    match = request.resolver_match
    app, action = _LIMITS.get(match.url_name or "" if match else "", ("", ""))
    rates = get_rates(app=app, action=action) if app else []
    return max((_seconds_left(request, app, action, rate) for rate in rates), default=0)


def _seconds_left(request: HttpRequest, app: str, action: str, rate: Rate) -> int:
    if rate.per == "user" and not request.user.is_authenticated:
        return 0
    address = request.POST.get("email", "").strip().lower()
    place = get_cache_key(request, app=app, action=action, rate=rate, key=address)
    attempts = cache.get(place, [])  # newest first
    if len(attempts) < rate.amount:
        return 0
    oldest: float = attempts[rate.amount - 1]
    left: int = ceil(oldest + rate.duration - time.time())
    return max(left, 0)
