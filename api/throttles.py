"""Rate limits by network, reported in the headers `RateLimit-Policy` and `RateLimit`."""

from math import ceil

from allauth.account.adapter import get_adapter
from django.conf import settings
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView

from accounts.values.networks import network_address


class NetworkThrottle(SimpleRateThrottle):
    """Counts the requests of a network within a minute."""

    scope: str
    history: list[float]
    num_requests: int
    duration: int

    def get_rate(self) -> str:
        return f"{settings.API_REQUESTS_PER_MINUTE[self.scope]}/min"

    def get_cache_key(self, request: Request, _view: APIView) -> str:
        address = network_address(get_adapter().get_client_ip(request))
        return f"api-{self.scope}-{address}"

    def describe_policy(self) -> str:
        """Return the value of `RateLimit-Policy`: quota and window in seconds."""
        return f'"{self.scope}";q={self.num_requests};w={self.duration}'

    def describe_state(self) -> str:
        """Return the value of `RateLimit`: requests left, and seconds until the oldest one no longer counts."""
        left = max(self.num_requests - len(self.history), 0)
        oldest = self.history[-1] if self.history else self.now
        reset = max(ceil(oldest + self.duration - self.now), 0)
        return f'"{self.scope}";r={left};t={reset}'


class ReadThrottle(NetworkThrottle):
    """Limit of reading public resources."""

    scope = "read"


class VerifyThrottle(NetworkThrottle):
    """Limit of verifying transcripts, which costs processor time."""

    scope = "verify"


class FailedKeyThrottle(NetworkThrottle):
    """Limit of requests with an unknown or refused service key."""

    scope = "failed_keys"


class KeyThrottle(NetworkThrottle):
    """Limit of one service key, whatever network its requests come from."""

    scope = "service"

    def get_cache_key(self, request: Request, _view: APIView) -> str:
        return f"api-{self.scope}-{request.auth.pk}"
