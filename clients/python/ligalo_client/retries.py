"""When a request is sent again, and how long to wait before."""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from typing import Final

import httpx

from ligalo_client.calls import Call

_BUSY: Final = {HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE}
"""The server did not begin the work, or knows it by its key."""

_FROM_PROXIES: Final = {HTTPStatus.BAD_GATEWAY, HTTPStatus.GATEWAY_TIMEOUT}
_NEVER_SENT: Final = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)


@dataclass(frozen=True, slots=True)
class Retries:
    """How often and how patiently requests are sent again.

    The server's Retry-After is respected. Without one, waits double from `first_wait`. If the server
    asks for more than `longest_wait`, its problem is raised at once.
    """

    attempts: int = 5
    first_wait: float = 0.25
    longest_wait: float = 30.0
    sleep: Callable[[float], None] = time.sleep
    draw: Callable[[], float] = random.random
    """A number from 0 to 1 that spreads the waits of many clients."""

    def wait_after(self, attempt: int, asked: float | None) -> float | None:
        """Return the seconds to wait after this attempt, counted from 1; None to give up."""
        if attempt >= self.attempts or (asked is not None and asked > self.longest_wait):
            return None
        backoff = min(self.first_wait * 2.0 ** (attempt - 1), self.longest_wait)
        if asked is None:
            return backoff * (0.5 + self.draw() / 2)
        return asked + min(backoff, self.longest_wait - asked) * self.draw()


def may_repeat_answer(call: Call, response: httpx.Response, code: str) -> bool:
    """Return whether the same request may be sent again after this answer."""
    status = response.status_code
    if status in _BUSY:
        return True
    in_progress = status == HTTPStatus.CONFLICT and code == "in_progress"
    return in_progress or (call.is_repeatable and status in _FROM_PROXIES)


def may_repeat_failure(call: Call, error: httpx.TransportError) -> bool:
    """Return whether the same request may be sent again after this failure."""
    if isinstance(error, httpx.UnsupportedProtocol | httpx.LocalProtocolError):
        return False
    return call.is_repeatable or isinstance(error, _NEVER_SENT)


def read_retry_after(response: httpx.Response) -> float | None:
    """Return the seconds of Retry-After, which is a number or a date; None if there is none."""
    found = response.headers.get("Retry-After", "").strip()
    if found.isdecimal():
        return float(found)
    try:
        until = parsedate_to_datetime(found)
    except ValueError:
        return None
    if until.tzinfo is None:
        until = until.replace(tzinfo=UTC)
    return max(0.0, (until - datetime.now(UTC)).total_seconds())
