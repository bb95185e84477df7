"""The request that is being served: a location is judged for its address, and what the gate knows is read once."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Final

from accounts.gate.values.facts import GateFacts


@dataclass(frozen=True, slots=True)
class ServedRequest:
    """Network address of a request ("" if unknown), and facts about players that it has read."""

    address: str
    facts: dict[int, GateFacts] = field(default_factory=dict)


_REQUEST: Final[ContextVar[ServedRequest | None]] = ContextVar("gate_request", default=None)


def served_request() -> ServedRequest | None:
    """Return the request; None in programs that serve none."""
    return _REQUEST.get()


@contextmanager
def serve_address(address: str | None) -> Iterator[None]:
    """Serve a request from this address while the block runs."""
    token = _REQUEST.set(None if address is None else ServedRequest(address))
    try:
        yield
    finally:
        _REQUEST.reset(token)
