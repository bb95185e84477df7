"""Signatures of callbacks: HMAC-SHA256 with the provider's secret over time and body."""

import hmac
import re
from hashlib import sha256
from typing import Final

from django.conf import settings

from wallet.providers.refusals import ForgedCallback, ProviderUnavailable
from wallet.providers.values import CallbackRequest

TIME_HEADER: Final = "Ligalo-Timestamp"
SIGNATURE_HEADER: Final = "Ligalo-Signature"
_TIME = re.compile(r"[0-9]{1,12}")


def _digest(provider: str, time: str, body: bytes) -> str:
    secret = settings.PROVIDER_SECRETS.get(provider)
    if not secret:
        raise ProviderUnavailable(detail=provider)
    return hmac.new(secret.encode(), time.encode("ascii") + b"." + body, sha256).hexdigest()


def sign(provider: str, body: bytes, now: float) -> CallbackRequest:
    """Return `body` with the provider's signature headers; `now` is POSIX time."""
    time = str(int(now))
    return CallbackRequest(
        {TIME_HEADER: time, SIGNATURE_HEADER: _digest(provider, time, body)}, body
    )


def verify(provider: str, received: CallbackRequest, now: float) -> int:
    """Return the POSIX time at which the request was signed. Raises ForgedCallback.

    It must be signed with the provider's secret, within CALLBACK_WINDOW_SECONDS of `now`. Raises ProviderUnavailable
    without a secret.
    """
    headers = {name.lower(): value for name, value in received.headers.items()}
    time = headers.get(TIME_HEADER.lower(), "")
    given = headers.get(SIGNATURE_HEADER.lower(), "")
    if not _TIME.fullmatch(time):
        raise ForgedCallback(detail="no time")
    expected = _digest(provider, time, received.body)
    if not hmac.compare_digest(expected.encode(), given.encode()):
        raise ForgedCallback(detail="another signature")
    if abs(now - int(time)) > settings.CALLBACK_WINDOW_SECONDS:
        raise ForgedCallback(detail="signed at another time")
    return int(time)
