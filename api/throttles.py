"""Rate limits by network, player or service key, reported in the headers `RateLimit-Policy` and `RateLimit`."""

from math import ceil
from time import time
from typing import Final

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.core.cache import cache
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from accounts.values.networks import network_address

MINUTE: Final = 60


class MinuteThrottle(BaseThrottle):
    """Counts the requests of a caller in each minute of the clock."""

    scope: str
    count: int
    """Requests in this minute, this one included; set by `allow_request`."""
    ends_in: int
    """Seconds until the next minute; set by `allow_request`."""

    @property
    def quota(self) -> int:
        """Requests allowed in a minute."""
        return int(settings.API_REQUESTS_PER_MINUTE[self.scope])

    def allow_request(self, request: Request, _view: APIView) -> bool:
        """Count the request; return whether it is within the limit."""
        now = time()
        minute = int(now // MINUTE)
        self.ends_in = ceil((minute + 1) * MINUTE - now)
        self.count = _count_up(f"api-{self.scope}-{self.identify(request)}-{minute}")
        return self.count <= self.quota

    def wait(self) -> int:
        """Return the seconds until requests are allowed again."""
        return self.ends_in

    def identify(self, request: Request) -> str:
        """Return the caller whose requests are counted together."""
        raise NotImplementedError

    def describe_policy(self) -> str:
        """Return the value of `RateLimit-Policy`: quota and window in seconds."""
        return f'"{self.scope}";q={self.quota};w={MINUTE}'

    def describe_state(self) -> str:
        """Return the value of `RateLimit`: requests left, and seconds until the next minute."""
        return f'"{self.scope}";r={max(self.quota - self.count, 0)};t={self.ends_in}'


def _count_up(key: str) -> int:
    """Add one to a number of the shared cache that lives for a minute; return it."""
    try:
        return cache.incr(key)
    except ValueError:
        return 1 if cache.add(key, 1, MINUTE) else cache.incr(key)


class NetworkThrottle(MinuteThrottle):
    """Counts by network."""

    def identify(self, request: Request) -> str:
        return network_address(get_adapter().get_client_ip(request))


class PlayerThrottle(MinuteThrottle):
    """Counts by player, from all networks and sessions."""

    scope = "player"

    def identify(self, request: Request) -> str:
        return str(request.user.pk)


class ReadThrottle(NetworkThrottle):
    """Limit of reading public resources."""

    scope = "read"


class VerifyThrottle(NetworkThrottle):
    """Limit of verifying transcripts, which costs processor time."""

    scope = "verify"


class FailedKeyThrottle(NetworkThrottle):
    """Limit of requests with an unknown or refused service key."""

    scope = "failed_keys"


class KeyThrottle(MinuteThrottle):
    """Limit of one service key, whatever network its requests come from."""

    scope = "service"

    def identify(self, request: Request) -> str:
        return str(request.auth.pk)


class TokenThrottle(NetworkThrottle):
    """Limit of exchanging and ending tokens of registered apps."""

    scope = "token"
