"""When a delivery that failed is tried again, and when it is given up."""

from datetime import timedelta
from typing import Final

FIRST_RETRY: Final = timedelta(seconds=15)
LONGEST_RETRY: Final = timedelta(hours=4)
JITTER: Final = 0.25
GIVE_UP_AFTER: Final = timedelta(days=3)
"""An endpoint without one success for so long is switched off; a delivery is given up."""
LAST_ATTEMPT_AFTER: Final = GIVE_UP_AFTER + timedelta(hours=1)
"""After the endpoint's time is over: a single event that fails for three days switches its endpoint off."""
_DOUBLINGS: Final = 20  # enough for the longest pause


def retry_delay(attempts: int, chance: float) -> timedelta:
    """Return the pause after this many attempts: doubled each time, and changed by up to JITTER. `chance` is from 0 to 1."""
    pause: timedelta = min(FIRST_RETRY * 2 ** min(attempts - 1, _DOUBLINGS), LONGEST_RETRY)
    return pause * (1 + JITTER * (2 * chance - 1))
