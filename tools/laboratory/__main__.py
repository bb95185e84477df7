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
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

from tools.laboratory.player import Laboratory

_TOKEN = "LABORATORY_TOKEN"  # noqa: S105 - the name of the variable
_SESSION_LENGTH = 32


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


def main() -> None:
    """Play, and print the pace."""
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
    laboratory.play(given.rounds)
    seconds = time.monotonic() - begun
    sys.stdout.write(
        f"{laboratory.rounds} rounds, {laboratory.shoes} shoes, {laboratory.checks} checks in {seconds:.1f} s: "
        f"{laboratory.rounds / seconds:.1f} rounds a second\n"
    )


if __name__ == "__main__":
    main()
