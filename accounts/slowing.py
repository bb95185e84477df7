"""Failed sign-ins to one account, from wherever: after some of them each further try waits longer, and nobody is locked out by strangers."""

import hashlib
import time
from typing import Final

from django.core.cache import cache

SECONDS: Final = 30 * 60
FREE: Final = 5  # failures without a pause
LONGEST: Final = 60.0  # seconds


def pause(email: str) -> float:
    """How many seconds the next try for this address has to wait; whether there is such an account makes no difference."""
    times = _times(email)
    beyond = len(times) - FREE
    if beyond < 0:
        return 0
    return max(times[-1] + min(2.0**beyond, LONGEST) - time.time(), 0)


def failed(email: str) -> None:
    """One more failure."""
    cache.set(_place(email), [*_times(email), time.time()][-20:], SECONDS)


def forget(email: str) -> None:
    """Begin anew."""
    cache.delete(_place(email))


def _times(email: str) -> list[float]:
    since = time.time() - SECONDS
    return [at for at in cache.get(_place(email), []) if at > since]


def _place(email: str) -> str:
    return f"login-pause:{hashlib.sha256(email.strip().lower().encode()).hexdigest()}"
