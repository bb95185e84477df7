"""When a delivery that failed is tried again, and when it is given up."""

import re
from datetime import datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Final

FIRST_RETRY: Final = timedelta(seconds=15)
LONGEST_RETRY: Final = timedelta(hours=4)
JITTER: Final = 0.25
GIVE_UP_AFTER: Final = timedelta(days=3)
"""An endpoint without one success for so long is switched off; a delivery is given up."""
LAST_ATTEMPT_AFTER: Final = GIVE_UP_AFTER + timedelta(hours=1)
"""After the endpoint's time is over: a single event that fails for three days switches its endpoint off."""
_SECONDS: Final = re.compile(r"[0-9]{1,9}", re.ASCII)
_DOUBLINGS: Final = 20  # enough for the longest pause


def retry_delay(attempts: int, chance: float, asked: timedelta | None = None) -> timedelta:
    """Return the pause after this many attempts: doubled each time, and changed by up to JITTER. `chance` is from 0 to 1.

    A receiver that asks for a longer pause gets it, up to LONGEST_RETRY.
    """
    pause: timedelta = min(FIRST_RETRY * 2 ** min(attempts - 1, _DOUBLINGS), LONGEST_RETRY)
    pause *= 1 + JITTER * (2 * chance - 1)
    return pause if asked is None else max(pause, min(asked, LONGEST_RETRY))


def parse_retry_after(text: str | None, now: datetime) -> timedelta | None:
    """Return the pause that a `Retry-After` asks for, in seconds or until a date; None if it is missing, past or malformed."""
    if text is None:
        return None
    if _SECONDS.fullmatch(text.strip()):
        return timedelta(seconds=int(text))
    try:
        until = parsedate_to_datetime(text)
    except (ValueError, OverflowError):
        return None
    return until - now if until.tzinfo and until > now else None
