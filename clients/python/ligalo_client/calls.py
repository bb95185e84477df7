"""What generated operations need of their caller: send a request, return its successful answer."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Required, TypedDict, Unpack
from uuid import uuid4

import httpx

KEY: Final = "Idempotency-Key"


class Parts(TypedDict, total=False):
    """The parts of a request that an operation fills in."""

    method: Required[str]
    url: Required[str]
    params: Mapping[str, Any]
    json: Any
    headers: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Call:
    """A request. `is_repeatable`: sent twice, it has the effect of one."""

    parts: Parts
    is_repeatable: bool
    headers: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def with_key(cls, parts: Parts, key: str | None) -> "Call":
        """Return a change with this idempotency key, or one of its own for all attempts."""
        return cls(parts, is_repeatable=True, headers={KEY: key or str(uuid4())})


class Caller(ABC):
    """Sends the requests of operations."""

    @abstractmethod
    def perform(self, call: Call) -> httpx.Response:
        """Return the answer of a success. Raises LigaloError."""

    def read(self, **parts: Unpack[Parts]) -> httpx.Response:
        """Send a request that changes nothing."""
        return self.perform(Call(parts, is_repeatable=True))

    def change(self, key: str | None, **parts: Unpack[Parts]) -> httpx.Response:
        """Send a change that the server makes once for each idempotency key."""
        return self.perform(Call.with_key(parts, key))

    def send(self, **parts: Unpack[Parts]) -> httpx.Response:
        """Send a request that takes no key, such as a sign-in."""
        return self.perform(Call(parts, is_repeatable=False))
