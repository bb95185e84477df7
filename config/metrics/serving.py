"""An HTTP server for Prometheus, at an address of its own."""

from threading import Event
from typing import Final

from prometheus_client import CollectorRegistry, start_http_server

from journal.services.alive import leave_sign_of_life

_SECONDS: Final = 10.0


def parse_bind(bind: str) -> tuple[str, int]:
    """Return host and port of `host:port`. Raises ValueError."""
    host, colon, port = bind.rpartition(":")
    if not (colon and host and port.isascii() and port.isdigit() and 0 < int(port) < 65536):  # noqa: PLR2004  # TCP's ports
        raise ValueError(f"must be an address such as 127.0.0.1:9101, not {bind!r}.")
    return host.strip("[]"), int(port)


def serve_until(stop: Event, bind: str, registry: CollectorRegistry) -> None:
    """Answer `/metrics` in threads until `stop` is set. Raises ValueError, OSError."""
    host, port = parse_bind(bind)
    server, thread = start_http_server(port, host, registry)
    try:
        while not stop.wait(_SECONDS):
            leave_sign_of_life()
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
