"""A server that answers by a script: refusals, broken answers, lost connections."""

import json
import socket
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any, Final

from ligalo_client import Ligalo, Retries

PROBLEM: Final = "application/problem+json"
MONEY: Final = {"amount": "1.00", "currency": "USD"}


@dataclass(frozen=True, slots=True)
class Answer:
    """What the server sends. `cut`: the connection ends within the body; `drop`: before an answer."""

    body: bytes = b""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    cut: bool = False
    drop: bool = False


def answer_json(value: Any, status: int = 200, kind: str = "application/json") -> Answer:
    return Answer(json.dumps(value).encode(), status, {"Content-Type": kind})


def answer_problem(status: int, code: str, **headers: str) -> Answer:
    document = {"status": status, "code": code, "detail": "In words.", "title": "T", "errors": []}
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Answer(json.dumps(document).encode(), status, {"Content-Type": PROBLEM, **named})


@dataclass(frozen=True, slots=True)
class Request:
    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes


@dataclass
class Faulty:
    """The server's script, what it was asked, and how long the client waited in between."""

    script: list[Answer]
    asked: list[Request] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)
    url: str = ""

    def client(self, **options: Any) -> Ligalo:
        """Return a client that only notes its waits; its jitter is half of what is possible."""
        retries = Retries(sleep=self.waits.append, draw=lambda: 0.5, **options)
        return Ligalo(self.url, retries=retries)


@contextmanager
def serving(*script: Answer) -> Iterator[Faulty]:
    """Serve the script on a free port; a request after its end is answered 500."""
    faulty = Faulty(list(script))
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(faulty))
    faulty.url = f"http://127.0.0.1:{server.server_port}"
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield faulty
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def _handler(faulty: Faulty) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *_arguments: Any) -> None:
            pass

        def do_GET(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            headers = {name.lower(): value for name, value in self.headers.items()}
            faulty.asked.append(Request(self.command, self.path, headers, body))
            self._send(faulty.script.pop(0) if faulty.script else Answer(status=500))

        do_POST = do_PUT = do_DELETE = do_GET  # noqa: N815  # http.server finds them by these names

        def _send(self, answer: Answer) -> None:
            self.close_connection = True
            if answer.drop:
                self.connection.shutdown(socket.SHUT_RDWR)
                return
            self.send_response(answer.status)
            for name, value in answer.headers.items():
                self.send_header(name, value)
            missing = 10 if answer.cut else 0
            if "Content-Length" not in answer.headers and not answer.headers.get("Stream"):
                self.send_header("Content-Length", str(len(answer.body) + missing))
            self.end_headers()
            self.wfile.write(answer.body)

    return Handler
