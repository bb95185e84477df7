"""Idempotency keys of callers."""

import re
from dataclasses import dataclass
from typing import Final
from uuid import UUID, uuid5

from django.utils.crypto import salted_hmac

from api.refusals import IdempotencyKeyInvalid, IdempotencyKeyMissing

HEADER: Final = "Idempotency-Key"
LONGEST_KEY: Final = 255
LONGEST_CALLER: Final = 40
_PRINTABLE: Final = re.compile(rf"[\x21-\x7e]{{1,{LONGEST_KEY}}}")
_SPACE: Final = UUID("0b0f3f86-9a52-5a1e-8d0c-5d1c1b2c7d11")


@dataclass(frozen=True, slots=True)
class CallerKey:
    """An idempotency key of a caller: "player 5", "key 3"."""

    caller: str
    key: str

    @property
    def lock_name(self) -> str:
        """Text whose hash numbers the advisory lock of this key."""
        return f"{self.caller} {self.key}"

    def derive(self, purpose: str) -> UUID:
        """Return the permanent key of the ledger, a round or an account change that this request makes."""
        return uuid5(_SPACE, f"{self.caller} {purpose} {self.key}")


def parse_key(text: str | None) -> str:
    """Return the key of a request's header. Raises IdempotencyKeyMissing, IdempotencyKeyInvalid."""
    if not text:
        raise IdempotencyKeyMissing
    if not _PRINTABLE.fullmatch(text):
        raise IdempotencyKeyInvalid
    return text


def compute_fingerprint(method: str, path: str, body: bytes) -> bytes:
    """Return the hash by which a repeated request is recognised.

    It is keyed, because bodies hold passwords and bank details that a plain hash lets a reader of the table guess.
    """
    whole = f"{method} {path}\n".encode() + body
    return salted_hmac("api.fingerprint", whole, algorithm="sha256").digest()
