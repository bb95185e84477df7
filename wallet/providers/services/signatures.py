"""Signatures of messages: HMAC-SHA256 with the provider's secret over time and content."""

import hmac
import re

from django.conf import settings

from accounts.values.signed_exchange import SIGNATURE_HEADER, TIME_HEADER, compute_digest
from wallet.providers.refusals import ForgedCallback
from wallet.providers.values import CallbackRequest

__all__ = ["SIGNATURE_HEADER", "TIME_HEADER", "sign", "verify"]
_TIME = re.compile(r"[0-9]{1,12}")


def sign(secret: str, body: bytes, now: float) -> CallbackRequest:
    """Return `body` with the signature headers; `now` is POSIX time."""
    time = str(int(now))
    return CallbackRequest(
        {TIME_HEADER: time, SIGNATURE_HEADER: compute_digest(secret, time, body)}, body
    )


def verify(secret: str, received: CallbackRequest, now: float) -> int:
    """Return the POSIX time at which the request was signed. Raises ForgedCallback.

    It must be signed with the secret, within CALLBACK_WINDOW_SECONDS of `now`.
    """
    headers = {name.lower(): value for name, value in received.headers.items()}
    time = headers.get(TIME_HEADER.lower(), "")
    given = headers.get(SIGNATURE_HEADER.lower(), "")
    if not _TIME.fullmatch(time):
        raise ForgedCallback(detail="no time")
    expected = compute_digest(secret, time, received.body)
    if not hmac.compare_digest(expected.encode(), given.encode()):
        raise ForgedCallback(detail="another signature")
    if abs(now - int(time)) > settings.CALLBACK_WINDOW_SECONDS:
        raise ForgedCallback(detail="signed at another time")
    return int(time)
