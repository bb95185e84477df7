"""`python -m tools.laboratory URL TABLE --rounds N`: plays and verifies against a running site.

The token is read from the variable LABORATORY_TOKEN: a session token (`auth/login`) of a test account, or an access
token of a registered app.
"""

import json
import os
import sys
import time
from argparse import ArgumentParser
from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from http.client import HTTPConnection, HTTPSConnection
from typing import Any, Final
from urllib.parse import urlsplit
from uuid import uuid4

from tools.laboratory.player import Laboratory

_TOKEN = "LABORATORY_TOKEN"  # noqa: S105 - the name of the variable
_SESSION_LENGTH = 32
_EVERY: Final = 10.0
"""Seconds between two lines of progress."""


class ProblemReceived(Exception):
    """The API refused a request."""


@dataclass(slots=True)
class Connection:
    """One connection to a site, kept open."""

    connection: HTTPConnection
    headers: Mapping[str, str]

    def send(self, method: str, path: str, body: Mapping[str, Any] | None) -> Any:
        """Send a request, and return the JSON of its answer. Raises ProblemReceived."""
        text = None if body is None else json.dumps(body)
        headers = {**self.headers, "Content-Type": "application/json"}
        if method != "GET":
            headers["Idempotency-Key"] = str(uuid4())
        self.connection.request(method, f"/api/v1{path}", text, headers)
        answer = self.connection.getresponse()
        read = answer.read()
        if answer.status != HTTPStatus.OK:
            raise ProblemReceived(f"{method} {path}: {answer.status} {read.decode()}")
        return json.loads(read)


def connect(url: str, token: str) -> Connection:
    """Return a connection to the site at this URL. Access tokens of apps are longer than session tokens."""
    given = urlsplit(url)
    kind = HTTPSConnection if given.scheme == "https" else HTTPConnection
    is_session = len(token) == _SESSION_LENGTH
    named = {"X-Session-Token": token} if is_session else {"Authorization": f"Bearer {token}"}
    return Connection(kind(given.netloc, timeout=60), named)


@dataclass(slots=True)
class Progress:
    """Writes a line about the run to standard error, every ten seconds at most."""

    wanted: int
    began: float
    written_at: float

    def note(self, laboratory: Laboratory) -> None:
        """Write a line if the last one is old enough."""
        now = time.monotonic()
        if now - self.written_at >= _EVERY:
            self.written_at = now
            sys.stderr.write(self.describe(laboratory, now - self.began))
            sys.stderr.flush()

    def describe(self, laboratory: Laboratory, seconds: float) -> str:
        """Return the line: rounds, share, pace, verified shoes and remaining time."""
        done, pace = laboratory.rounds, laboratory.rounds / seconds
        left = (self.wanted - done) / pace
        return (
            f"{done} of {self.wanted} rounds ({100 * done // self.wanted} %), {pace:.1f} a second, "
            f"{laboratory.shoes} shoes verified, {left / 60:.0f} minutes left\n"
        )


def main() -> None:
    """Play, and print progress and pace."""
    parser = ArgumentParser(prog="python -m tools.laboratory", description=__doc__)
    parser.add_argument("url")
    parser.add_argument("table")
    parser.add_argument("--rounds", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    laboratory = Laboratory(
        connect(given.url, os.environ[_TOKEN]).send, given.table, seed=given.seed
    )
    begun = time.monotonic()
    laboratory.play(given.rounds, Progress(given.rounds, begun, begun).note)
    seconds = time.monotonic() - begun
    sys.stdout.write(
        f"{laboratory.rounds} rounds, {laboratory.shoes} shoes, {laboratory.checks} checks in {seconds:.1f} s: "
        f"{laboratory.rounds / seconds:.1f} rounds a second\n"
    )


if __name__ == "__main__":
    main()
