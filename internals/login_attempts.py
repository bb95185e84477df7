# mypy: allow-subclassing-any
# (allauth, whose class this extends, ships without types)
"""The key under which allauth counts failed sign-ins.

allauth counts them by email address, so a stranger could lock the owner out. Here they count by
address and place: a network or a known device. allauth has neither a setting nor a public method
for the key; the method that makes it is overridden.

Not for speed, so nothing is measured. The alternative is a copy of allauth's checks before and
after a sign-in, which would miss its fixes.
"""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest


class LoginAttemptsAdapter(DefaultAccountAdapter):
    """Account adapter that counts failed sign-ins by email address and place."""

    def attempts_place(self, request: HttpRequest, email: str) -> str:
        """Return where the sign-in to this address comes from, as part of a cache key."""
        raise NotImplementedError

    def attempts_key(self, request: HttpRequest, email: str, place: str) -> str:
        """Return the cache key of failed sign-ins to an address from a place, at the site of `request`."""
        return f"{super()._get_login_attempts_cache_key(request, email=email)}:{place}"

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        email = credentials.get("email", "")
        return self.attempts_key(request, email, self.attempts_place(request, email))
