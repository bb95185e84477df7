"""Rate limits by network, player or service key, reported in the headers `RateLimit-Policy` and `RateLimit`."""

from collections.abc import Sequence
from functools import lru_cache
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

WINDOW: Final = 60
"""Seconds in which a caller may send as many requests as its quota."""
SLOT: Final = 10
"""Seconds whose requests are counted together."""
SLOTS: Final = WINDOW // SLOT
_CALLERS: Final = 10_000
"""Callers whose earlier counts a process keeps, some 2 MB."""


class MinuteThrottle(BaseThrottle):
    """Limits the requests of a caller in any 60 seconds.

    Requests are counted by slots of ten seconds. The present slot and the six before it cover the last minute, so no
    minute has more requests than the quota, wherever it begins; a steady caller gets at least six sevenths of it.
    """

    scope: str
    counts: Sequence[int]
    """Requests of the last slots, the present one first, with this request; set by `allow_request`."""
    began: float
    """Time at which the present slot began, and the time now, in seconds; set by `allow_request`."""
    now: float

    @property
    def quota(self) -> int:
        """Requests allowed in a minute."""
        return int(settings.API_REQUESTS_PER_MINUTE[self.scope])

    @property
    def count(self) -> int:
        """Requests that count now, this one included."""
        return sum(self.counts)

    def allow_request(self, request: Request, _view: APIView) -> bool:
        """Count the request, a refused one too; return whether it is within the limit.

        One query, and one more for the first request of a caller in a slot.
        """
        self.now = time()
        slot = int(self.now // SLOT)
        self.began = slot * SLOT
        caller = f"api-{self.scope}-{self.identify(request)}"
        self.counts = [_count_up(f"{caller}-{slot}"), *load_earlier_counts(caller, slot)]
        return self.count <= self.quota

    def wait(self) -> int:
        """Return the seconds until enough of the counted requests are older than a minute for another one."""
        spare = self.quota - self.count
        for age in range(SLOTS, -1, -1):  # the oldest slot ends first
            spare += self.counts[age]
            if spare > 0:
                return self._seconds_until_forgotten(age)
        return WINDOW + SLOT

    def _seconds_until_forgotten(self, age: int) -> int:
        return ceil(self.began + (SLOTS + 1 - age) * SLOT - self.now)

    def identify(self, request: Request) -> str:
        """Return the caller whose requests are counted together."""
        raise NotImplementedError

    def describe_policy(self) -> str:
        """Return the value of `RateLimit-Policy`: quota and window in seconds."""
        return f'"{self.scope}";q={self.quota};w={WINDOW}'

    def describe_state(self) -> str:
        """Return the value of `RateLimit`: requests left, and seconds until there are more."""
        left = max(self.quota - self.count, 0)
        oldest = max(age for age in range(SLOTS + 1) if self.counts[age])
        more_in = self._seconds_until_forgotten(oldest) if left else self.wait()
        return f'"{self.scope}";r={left};t={more_in}'


@lru_cache(maxsize=_CALLERS)
def load_earlier_counts(caller: str, slot: int) -> tuple[int, ...]:
    """Return the requests of a caller in the slots before this one, the latest first. They have ended, so it is kept."""
    names = [f"{caller}-{slot - age}" for age in range(1, SLOTS + 1)]
    found = cache.get_many(names)
    return tuple(found.get(name, 0) for name in names)


def _count_up(key: str) -> int:
    """Add one to a number of the shared cache that lives as long as it counts; return it."""
    try:
        return cache.incr(key)
    except ValueError:
        return 1 if cache.add(key, 1, WINDOW + 2 * SLOT) else cache.incr(key)


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
