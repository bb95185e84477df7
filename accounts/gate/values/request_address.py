"""The network address of the request that is being served: a location is judged for it."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

_ADDRESS: Final[ContextVar[str | None]] = ContextVar("request_address", default=None)


def current_address() -> str | None:
    """Return the address of the request; None in programs that serve none."""
    return _ADDRESS.get()


@contextmanager
def serve_address(address: str | None) -> Iterator[None]:
    """Serve a request from this address while the block runs."""
    token = _ADDRESS.set(address)
    try:
        yield
    finally:
        _ADDRESS.reset(token)
