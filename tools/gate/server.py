"""The provider's HTTP server: it answers by rules, and misbehaves on request."""

import hmac
import json
import time
from collections.abc import Callable
from enum import StrEnum
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event
from typing import Any, Final

from accounts.values.signed_exchange import SIGNATURE_HEADER, TIME_HEADER, compute_digest

_MOST_BYTES: Final = 16 * 1024
_WINDOW: Final = 300

Rule = Callable[[dict[str, Any]], dict[str, Any]]
"""The outcome and, of a location, country and region for a question; of joint limits, currency and amounts."""


class Manner(StrEnum):
    """How the server answers."""

    HONEST = "honest"
    FORGED = "forged"  # another secret
    REPLAYED = "replayed"  # the answer before, again
    TWICE = "twice"  # two answers in one
    OF_ANOTHER = "of_another"  # about another player
    ODD = "odd"  # no known outcome
    FAILING = "failing"
    DROPPING = "dropping"  # the connection, once
    HANGING = "hanging"


class GateServer(ThreadingHTTPServer):
    """A provider on `address` that shares `secret` with its client. `questions` are those that it could read."""

    daemon_threads = True

    def __init__(self, address: tuple[str, int], secret: str, rule: Rule) -> None:
        super().__init__(address, _Handler)
        self.secret, self.rule, self.manner = secret, rule, Manner.HONEST
        self.questions: list[dict[str, Any]] = []
        self.before = b"{}"
        self.released = Event()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/"

    def handle_error(self, _request: Any, _address: Any) -> None:
        """Write nothing: clients hang up."""


class _Handler(BaseHTTPRequestHandler):
    server: GateServer

    def do_POST(self) -> None:
        body = self.rfile.read(min(int(self.headers.get("Content-Length") or 0), _MOST_BYTES))
        manner = self.server.manner
        if manner is Manner.HANGING:
            self.server.released.wait()
        elif manner is Manner.DROPPING:
            self.server.manner = Manner.HONEST
            self.close_connection = True
        elif manner is Manner.FAILING:
            self._send(HTTPStatus.INTERNAL_SERVER_ERROR, b"{}")
        elif not self._is_signed(body):
            self._send(HTTPStatus.FORBIDDEN, b"{}")
        else:
            self._answer(json.loads(body), manner)

    def log_message(self, *_args: Any) -> None:
        """Write nothing."""

    def _is_signed(self, body: bytes) -> bool:
        moment = self.headers.get(TIME_HEADER, "")
        expected = compute_digest(self.server.secret, moment, body)
        is_recent = moment.isdigit() and abs(time.time() - int(moment)) <= _WINDOW
        return is_recent and hmac.compare_digest(expected, self.headers.get(SIGNATURE_HEADER, ""))

    def _answer(self, question: dict[str, Any], manner: Manner) -> None:
        self.server.questions.append(question)
        said = {name: question[name] for name in ("check", "player", "nonce")}
        said |= self.server.rule(question)
        if manner is Manner.OF_ANOTHER:
            said["player"] = "0"
        if manner is Manner.ODD:
            said["outcome"] = "perhaps"
        content = json.dumps(said).encode()
        if manner is Manner.TWICE:
            content = content[:-1] + b', "outcome": "passed"}'
        if manner is Manner.REPLAYED:
            content = self.server.before
        self.server.before = content
        self._send(HTTPStatus.OK, content)

    def _send(self, status: HTTPStatus, content: bytes) -> None:
        moment, forged = str(int(time.time())), self.server.manner is Manner.FORGED
        secret = "f" * 40 if forged else self.server.secret
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.send_header(TIME_HEADER, moment)
        self.send_header(SIGNATURE_HEADER, compute_digest(secret, moment, content))
        self.end_headers()
        self.wfile.write(content)
