"""Rate limits by network, player or service key, reported in the headers `RateLimit-Policy` and `RateLimit`."""

from math import ceil

from allauth.account.adapter import get_adapter
from django.conf import settings
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView

from accounts.values.networks import network_address


class MinuteThrottle(SimpleRateThrottle):
    """Counts the requests of a caller within a minute."""

    scope: str
    history: list[float]
    num_requests: int
    duration: int

    def get_rate(self) -> str:
        return f"{settings.API_REQUESTS_PER_MINUTE[self.scope]}/min"

    def get_cache_key(self, request: Request, _view: APIView) -> str:
        return f"api-{self.scope}-{self.identify(request)}"

    def identify(self, request: Request) -> str:
        """Return the caller whose requests are counted together."""
        raise NotImplementedError

    def describe_policy(self) -> str:
        """Return the value of `RateLimit-Policy`: quota and window in seconds."""
        return f'"{self.scope}";q={self.num_requests};w={self.duration}'

    def describe_state(self) -> str:
        """Return the value of `RateLimit`: requests left, and seconds until the oldest one no longer counts."""
        left = max(self.num_requests - len(self.history), 0)
        oldest = self.history[-1] if self.history else self.now
        reset = max(ceil(oldest + self.duration - self.now), 0)
        return f'"{self.scope}";r={left};t={reset}'


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
