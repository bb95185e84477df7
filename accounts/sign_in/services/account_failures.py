"""Rate limits per email address, from any network.

Failed sign-ins: two are free, then delays grow, before the third failure from one network locks it. A known
device is not delayed, so strangers cannot lock an owner out. Also limits mails that strangers can trigger.
"""

import hashlib
import time
from typing import Final

from django.core.cache import cache
from django.db import transaction

from accounts.sign_in.services.network_failures import lock_counter

LOCK_SECONDS: Final = 30 * 60
FAILURES_WITHOUT_DELAY: Final = 2  # failures without a delay: fewer than lock a network
MAX_DELAY_SECONDS: Final = 60.0  # seconds
DAY_SECONDS: Final = 24 * 60 * 60
MAILS_A_DAY: Final = 5  # same as the limit of password reset links


def seconds_to_wait(email: str) -> float:
    """Return the seconds until the next attempt for this address, with or without an account."""
    times = _times(_place(email))
    beyond = len(times) - FAILURES_WITHOUT_DELAY
    if beyond < 0:
        return 0
    return max(times[-1] + min(2.0**beyond, MAX_DELAY_SECONDS) - time.time(), 0)


def count_failure(email: str) -> None:
    """Count one more failure; an advisory lock keeps concurrent ones from being lost."""
    place = _place(email)
    with transaction.atomic():
        lock_counter(place)
        cache.set(place, [*_times(place), time.time()][-20:], LOCK_SECONDS)


def reset_count(email: str) -> None:
    """Reset the failure counter of this address."""
    cache.delete(_place(email))


def allow_mail(email: str) -> bool:
    """Count one more mail that anybody can trigger. Return False, without counting, at the daily limit of the address."""
    place = f"mails:{_mark(email)}"
    with transaction.atomic():
        lock_counter(place)
        sent = _times(place, DAY_SECONDS)
        if len(sent) >= MAILS_A_DAY:
            return False
        cache.set(place, [*sent, time.time()], DAY_SECONDS)
    return True


def _times(place: str, seconds: int = LOCK_SECONDS) -> list[float]:
    since = time.time() - seconds
    return [at for at in cache.get(place, []) if at > since]


def _place(email: str) -> str:
    return f"login-pause:{_mark(email)}"


def _mark(email: str) -> str:
    return hashlib.sha256(email.strip().lower().encode()).hexdigest()
