"""Signed messages between servers, and requests that end within a time: HMAC-SHA256 with a shared secret over time and content."""

import hmac
import time
from collections.abc import Callable
from concurrent.futures import Future
from hashlib import sha256
from threading import Thread
from typing import Any, Final, TypeVar

TIME_HEADER: Final = "Ligalo-Timestamp"
SIGNATURE_HEADER: Final = "Ligalo-Signature"
_PART: Final = 16 * 1024
_T = TypeVar("_T")


def compute_digest(secret: str, time: str, content: bytes) -> str:
    return hmac.new(secret.encode(), time.encode("ascii") + b"." + content, sha256).hexdigest()


def run_within(seconds: float, work: Callable[[], _T]) -> _T:
    """Return what `work` returns, or raise what it raises; TimeoutError after `seconds`.

    Sockets only limit each wait for the next byte: a provider that sends a byte now and then would hold a request for ever.
    """
    promised: Future[_T] = Future()

    def fulfil() -> None:
        try:
            promised.set_result(work())
        except BaseException as error:  # noqa: BLE001  the waiting thread raises it
            promised.set_exception(error)

    Thread(target=fulfil, name="asks a provider", daemon=True).start()
    return promised.result(seconds)


def read_limited(answer: Any, most: int, limit: float) -> bytes:
    """Return the body. Raises OSError if it is longer than `most`, or takes longer than `limit` (monotonic time)."""
    body = bytearray()
    while part := answer.raw.read1(_PART, decode_content=True):
        body += part
        if len(body) > most or time.monotonic() > limit:
            raise OSError("the answer is too long or too slow")
    return bytes(body)
