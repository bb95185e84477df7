"""A receiver of webhooks: an HTTPS server on loopback with a certificate of its own authority, whose answers a test chooses."""

import hashlib
import hmac
import socket
import ssl
from base64 import b64decode
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event
from typing import Any, Final

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.x509.oid import NameOID

from tests.threads import Running

HOST: Final = "hooks.example.test"
Answer = Callable[[BaseHTTPRequestHandler], None]
_DAY: Final = timedelta(days=1)


@dataclass(frozen=True)
class Message:
    """A request that the receiver has read."""

    path: str
    headers: Mapping[str, str]
    body: bytes


def answer_with(status: int, body: bytes = b"", **headers: str) -> Answer:
    """Return an answer with this status, headers and body."""

    def answer(asked: BaseHTTPRequestHandler) -> None:
        asked.send_response(status)
        for name, value in {"Content-Length": str(len(body)), **headers}.items():
            asked.send_header(name.replace("_", "-"), value)
        asked.end_headers()
        asked.wfile.write(body)

    return answer


class Receiver:
    """The server. `answer` answers each request; `leave` ends answers that hang."""

    def __init__(self, folder: Path, host: str = HOST) -> None:
        receiver = self
        self.answer: Answer = answer_with(204)
        self.messages: list[Message] = []
        self.leave = Event()

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"] or 0))
                names = {name.lower(): value for name, value in self.headers.items()}
                receiver.messages.append(Message(self.path, names, body))
                self.close_connection = True
                leave = receiver.leave  # a later test has another one
                try:
                    receiver.answer(self)
                except OSError:  # the sender has hung up, as it should
                    leave.set()

            def do_HEAD(self) -> None:
                self.do_POST()

            def do_GET(self) -> None:
                self.do_POST()

            def log_message(self, *_args: object) -> None:
                """Log nothing."""

        self.ca_file, certificate = make_certificate(folder, host)
        self.server = _Server(("127.0.0.1", 0), Handler)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        self.server.tls = context
        self.port = self.server.server_address[1]
        self.url = f"https://{HOST}:{self.port}/events?from=ligalo"
        self.serving: Running[None] = Running(partial(self.server.serve_forever, 0.01))

    def close(self) -> None:
        """End hanging answers, then the server."""
        self.leave.set()
        self.server.shutdown()
        self.serving.result()
        self.server.server_close()


class _Server(ThreadingHTTPServer):
    """Encrypts in the thread of the request: a client that breaks off the handshake harms nobody else."""

    tls: ssl.SSLContext
    daemon_threads = True
    block_on_close = False

    def finish_request(self, request: Any, client_address: Any) -> None:
        encrypted = self.tls.wrap_socket(request, server_side=True, do_handshake_on_connect=False)
        try:
            encrypted.do_handshake()
            super().finish_request(encrypted, client_address)
        finally:
            encrypted.close()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing: senders that refuse the certificate hang up."""


def make_certificate(folder: Path, host: str) -> tuple[Path, Path]:
    """Return the files of an authority, and of a host's key and certificate."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "receivers")])
    now = datetime.now(UTC)
    made = x509.CertificateBuilder().subject_name(name).issuer_name(name)
    made = made.public_key(key.public_key()).serial_number(x509.random_serial_number())
    made = made.not_valid_before(now - _DAY).not_valid_after(now + _DAY)
    made = made.add_extension(x509.SubjectAlternativeName([x509.DNSName(host)]), critical=False)
    made = made.add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
    certificate = made.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)
    written = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    authority, chain = folder / "authority.pem", folder / "receiver.pem"
    authority.write_bytes(certificate)
    chain.write_bytes(written + certificate)
    return authority, chain


def is_signed_by_secret(message: Message, secret: str) -> bool:
    """Verify as a receiver does, by the text of Standard Webhooks: HMAC-SHA256 of id, timestamp and body."""
    key = b64decode(secret.removeprefix("whsec_"))
    expected = hmac.new(key, _signed(message), hashlib.sha256).digest()
    return any(
        hmac.compare_digest(b64decode(one.removeprefix("v1,")), expected)
        for one in message.headers["webhook-signature"].split(" ")
        if one.startswith("v1,")
    )


def verify_public_key(message: Message, public: str) -> None:
    """Verify the Ed25519 signature. Raises InvalidSignature."""
    key = Ed25519PublicKey.from_public_bytes(b64decode(public.removeprefix("whpk_")))
    (found,) = (
        one for one in message.headers["webhook-signature"].split(" ") if one.startswith("v1a,")
    )
    key.verify(b64decode(found.removeprefix("v1a,")), _signed(message))


def _signed(message: Message) -> bytes:
    said = message.headers
    return f"{said['webhook-id']}.{said['webhook-timestamp']}.".encode() + message.body


def drip(receiver: Receiver) -> Answer:
    """Return an answer that never ends: a byte of the body from time to time."""
    leave = receiver.leave

    def answer(asked: BaseHTTPRequestHandler) -> None:
        asked.send_response(200)
        asked.send_header("Content-Length", "100000")
        asked.end_headers()
        while not leave.wait(0.02):
            asked.wfile.write(b".")
            asked.wfile.flush()

    return answer


def hang(receiver: Receiver) -> Answer:
    """Return an answer that never comes."""
    leave = receiver.leave
    return lambda _asked: _wait(leave)


def _wait(leave: Event) -> None:
    leave.wait()


def flood(asked: BaseHTTPRequestHandler) -> None:
    """Answer 200 with far more than anybody reads."""
    asked.send_response(200)
    asked.send_header("Content-Length", str(2**40))
    asked.end_headers()
    while True:
        asked.wfile.write(b"x" * 65536)


def babble(asked: BaseHTTPRequestHandler) -> None:
    """Answer with something that is not HTTP."""
    asked.wfile.write(b"220 mail.example.test ESMTP\r\n")


def closed_port() -> int:
    """Return a port of loopback where nobody listens."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])
