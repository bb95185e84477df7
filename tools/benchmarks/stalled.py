"""Response time while forms stall: `make bench-stalled`, against a running site.

Example: `make bench-stalled ARGS="http://127.0.0.1:8000 --bodies 200"`. Opens connections that send
the head of a form and a part of its body, and then nothing. Meanwhile the first page is requested
repeatedly. The slowest response must take less than `MOST` seconds.
"""

import argparse
import http.client
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Final
from urllib.parse import urlsplit

MOST: Final = 2.0  # seconds
ASKED: Final = 20  # requests
_HEAD: Final = (
    "POST /account/login/ HTTP/1.1\r\nHost: {}\r\nContent-Type: application/x-www-form-urlencoded\r\n"
    "Content-Length: 1000\r\n\r\nlogin=ana"
)


@contextmanager
def open_stalled(host: str, port: int, bodies: int) -> Iterator[None]:
    """Open connections that hold back most of their body."""
    with ExitStack() as stack:
        for _ in range(bodies):
            one = stack.enter_context(socket.create_connection((host, port), timeout=30))
            one.sendall(_HEAD.format(host).encode())
        yield


def measure_slowest(host: str, port: int, path: str = "/", times: int = ASKED) -> float:
    """Return the slowest response time in seconds."""
    took = []
    for _ in range(times):
        begun = time.monotonic()
        connection = http.client.HTTPConnection(host, port, timeout=60)
        connection.request("GET", path, headers={"Host": host})
        connection.getresponse().read()
        connection.close()
        took.append(time.monotonic() - begun)
    return max(took)


def main() -> int:
    """Print the slowest response without and with stalled bodies; return 1 if it is too slow."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("url")
    parser.add_argument("--bodies", type=int, default=200)
    given = parser.parse_args()
    site = urlsplit(given.url)
    host, port = site.hostname or "127.0.0.1", site.port or 80
    print(f"alone: {measure_slowest(host, port):.3f} s at most")
    with open_stalled(host, port, given.bodies):
        found = measure_slowest(host, port)
    print(f"beside {given.bodies} stalled bodies: {found:.3f} s at most")
    return int(found > MOST)


if __name__ == "__main__":
    sys.exit(main())
