"""What is counted for one e-mail address, from wherever it comes.

Failed sign-ins: two are free, then each further try waits longer, before the third from one network locks it. A device that has
signed in before does not wait, so no stranger locks anybody out. And mails that a stranger can have sent: a few a day.
"""

import hashlib
import time
from typing import Final

from django.core.cache import cache
from django.db import transaction

from accounts.sign_in.services.network_failures import await_others

SECONDS: Final = 30 * 60
FREE: Final = 2  # failures without a pause: fewer than lock a network
LONGEST: Final = 60.0  # seconds
DAY: Final = 24 * 60 * 60
MAILS_A_DAY: Final = 5  # as many as links to set a new password


def pause(email: str) -> float:
    """How many seconds the next try for this address has to wait; whether there is such an account makes no difference."""
    times = _times(_place(email))
    beyond = len(times) - FREE
    if beyond < 0:
        return 0
    return max(times[-1] + min(2.0**beyond, LONGEST) - time.time(), 0)


def failed(email: str) -> None:
    """One more failure: of several in the same moment each counts."""
    place = _place(email)
    with transaction.atomic():
        await_others(place)
        cache.set(place, [*_times(place), time.time()][-20:], SECONDS)


def forget(email: str) -> None:
    """Begin anew."""
    cache.delete(_place(email))


def may_be_mailed(email: str) -> bool:
    """Whether an address may be sent one more mail that anybody can ask for; if so it is counted."""
    place = f"mails:{_mark(email)}"
    with transaction.atomic():
        await_others(place)
        sent = _times(place, DAY)
        if len(sent) >= MAILS_A_DAY:
            return False
        cache.set(place, [*sent, time.time()], DAY)
    return True


def _times(place: str, seconds: int = SECONDS) -> list[float]:
    since = time.time() - seconds
    return [at for at in cache.get(place, []) if at > since]


def _place(email: str) -> str:
    return f"login-pause:{_mark(email)}"


def _mark(email: str) -> str:
    return hashlib.sha256(email.strip().lower().encode()).hexdigest()
