"""Consecutive failed sign-ins per network: too many lock it for a while.

A successful sign-in or a password reset resets the counter, so typos on a shared network lock nobody out.
"""

import time
from collections.abc import Iterable
from typing import Final

from django.conf import settings
from django.core.cache import cache
from django.db import connection, transaction

from accounts.values.networks import network_address

LOCK_SECONDS: Final = 30 * 60


def is_locked(address: str) -> bool:
    """Return whether the network of this IP address is locked."""
    return len(_times(network_cache_key(address))) >= settings.LOGIN_NETWORK_FAILURES


def count_failure(address: str) -> None:
    """Count one more failure from this network; an advisory lock keeps concurrent ones from being lost."""
    place = network_cache_key(address)
    with transaction.atomic():
        lock_counter(place)
        cache.set(place, [*_times(place), time.time()], LOCK_SECONDS)


def reset_count(address: str) -> None:
    """Reset the failure counter of this network."""
    cache.delete(network_cache_key(address))


def reset_counts(addresses: Iterable[str]) -> None:
    """Reset the counters of these networks after staff unlocked a player's sign-in."""
    cache.delete_many([network_cache_key(address) for address in addresses])


def lock_counter(place: str) -> None:
    """Take an advisory lock for one counter until the transaction ends: the cache is read, then written."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtext(%s))", [place])


def _times(place: str) -> list[float]:
    since = time.time() - LOCK_SECONDS
    return [at for at in cache.get(place, []) if at > since]


def network_cache_key(address: str) -> str:
    """Return the cache key of an IP address's network."""
    return f"login-network:{network_address(address)}"
