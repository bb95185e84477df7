"""One request to a receiver, a POST unless it checks a link: the host's name is resolved once, and the connection goes to that address only.

No redirects, no proxies, no cookies; the certificate is checked for the host's name. An answer is read up to MOST_BYTES,
and everything together, the look-up of the name included, takes as long as the caller allows.
"""

import socket
import ssl
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from http.client import HTTPConnection, HTTPException
from threading import Event, Thread, Timer
from typing import Final

from django.conf import settings
from django.utils import timezone

from api.values.webhook_addresses import WebhookAddress
from api.values.webhook_answers import DeliveryFailure, WebhookAnswer, judge_status
from api.values.webhook_networks import Address, Network, is_listed, is_public, parse_address
from api.values.webhook_retries import parse_retry_after

MOST_BYTES: Final = 4096
"""Bytes of an answer that are read and shown to staff."""
_SHORTEST: Final = 0.001
"""Seconds to connect if the look-up took almost all: zero would mean no timeout."""


@dataclass(frozen=True, slots=True)
class WebhookRequest:
    """A message, signed if it has a body; `networks` are the listed ones, `seconds` the time for the whole exchange."""

    url: str
    headers: Mapping[str, str]
    body: bytes
    networks: Sequence[Network] = ()
    seconds: float = 10
    method: str = "POST"


class _Failed(Exception):
    def __init__(self, failure: DeliveryFailure) -> None:
        super().__init__(failure)
        self.failure = failure


class _PinnedConnection(HTTPConnection):
    """A connection to one address, with TLS for the name of the host if there is a context."""

    def __init__(
        self, host: str, address: tuple[str, int], seconds: float, tls: ssl.SSLContext | None
    ) -> None:
        super().__init__(host, address[1], timeout=seconds)
        self.address, self.seconds, self.tls = address, seconds, tls
        self.expired = Event()

    def connect(self) -> None:
        """Connect to the address, without resolving the name again."""
        self.sock = socket.create_connection(self.address, timeout=self.seconds)
        if self.tls is not None:
            self.sock = self.tls.wrap_socket(
                self.sock, server_hostname=self.host, do_handshake_on_connect=False
            )
            self.sock.do_handshake()

    def expire(self) -> None:
        """End every wait of the connection. Called by a timer: a receiver may send a byte just before each timeout."""
        self.expired.set()
        if self.sock is not None:
            with suppress(OSError):
                socket.socket.shutdown(self.sock, socket.SHUT_RDWR)


def send_webhook(request: WebhookRequest) -> WebhookAnswer:
    """Send a message and return the receiver's answer, or why there is none. Never raises for what a receiver does."""
    began = time.monotonic()
    try:
        answer = _exchange(request)
    except _Failed as failed:
        answer = WebhookAnswer(failed.failure)
    return replace(answer, milliseconds=round((time.monotonic() - began) * 1000))


def _exchange(request: WebhookRequest) -> WebhookAnswer:
    address = WebhookAddress.parse(request.url)
    if address is None:
        raise _Failed(DeliveryFailure.NAME)
    ends = time.monotonic() + request.seconds
    target = choose_address(address, request.networks, request.seconds)
    tls = load_tls_context(str(settings.WEBHOOK_CA_FILE)) if address.is_https else None
    seconds = max(ends - time.monotonic(), _SHORTEST)
    connection = _PinnedConnection(address.host, (str(target), address.port), seconds, tls)
    headers = {**request.headers, "Host": address.authority, "Connection": "close"}
    with _deadline(connection), _failures_named(connection):
        body = request.body or None
        connection.request(request.method, address.path, body=body, headers=headers)
        response = connection.getresponse()
        text = (
            response.read(MOST_BYTES)
            .decode("utf-8", "replace")
            .replace("\0", "\N{REPLACEMENT CHARACTER}")
        )
        if connection.expired.is_set():
            raise _Failed(DeliveryFailure.TIMEOUT)
    wait = parse_retry_after(response.headers["Retry-After"], timezone.now())
    location = response.headers["Location"] or ""
    return WebhookAnswer(
        judge_status(response.status),
        response.status,
        text,
        retry_after=wait,
        location=location,
    )


def choose_address(address: WebhookAddress, networks: Sequence[Network], seconds: float) -> Address:
    """Return the address to connect to. Every address of the host has to be allowed: public, not this machine's, or listed."""
    found = resolve_host(address.host, address.port, seconds)
    if not found:
        raise _Failed(DeliveryFailure.NAME)
    for one in found:
        if not _is_allowed(one, address, networks):
            raise _Failed(DeliveryFailure.NETWORK)
    return found[0]


def resolve_host(host: str, port: int, seconds: float) -> list[Address]:
    """Return the addresses of a host in the resolver's order; none if it has none. Raises _Failed after these seconds.

    The system's resolver takes no deadline. Its thread ends when it gives up by itself; nobody waits for it.
    """
    found: Future[list[Address]] = Future()
    Thread(target=_look_up, args=(host, port, found), daemon=True).start()
    try:
        return found.result(timeout=seconds)
    except TimeoutError as error:
        raise _Failed(DeliveryFailure.TIMEOUT) from error


def _look_up(host: str, port: int, result: Future[list[Address]]) -> None:
    try:
        result.set_result(_list_addresses(host, port))
    except Exception as error:  # noqa: BLE001 - raised again where the result is read
        result.set_exception(error)


def _list_addresses(host: str, port: int) -> list[Address]:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return []
    return [parse_address(str(where[0])) for *_kind, where in found]


def _is_allowed(address: Address, asked: WebhookAddress, networks: Sequence[Network]) -> bool:
    if not asked.is_https and not (settings.WEBHOOKS_OVER_HTTP and address.is_loopback):
        return False
    return is_listed(address, networks) or (is_public(address) and not _is_own(address))


def _is_own(address: Address) -> bool:
    """Return whether this machine has the address: then it is also the source of packets to it."""
    family = socket.AF_INET if address.version == 4 else socket.AF_INET6  # noqa: PLR2004  # IPv4
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((str(address), 9))  # sends nothing
        except OSError:
            return False
        return parse_address(str(probe.getsockname()[0])) == address


@lru_cache(maxsize=4)
def load_tls_context(ca_file: str) -> ssl.SSLContext:
    """Return the context that checks receivers: the system's authorities, and those of a file if one is named."""
    context = ssl.create_default_context()
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    if ca_file:
        context.load_verify_locations(ca_file)
    return context


@contextmanager
def _deadline(connection: _PinnedConnection) -> Iterator[None]:
    timer = Timer(connection.seconds, connection.expire)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        connection.close()


@contextmanager
def _failures_named(connection: _PinnedConnection) -> Iterator[None]:
    """Raise _Failed for errors of the connection; any of them after the deadline is a timeout."""
    try:
        yield
    except (OSError, HTTPException, ValueError) as error:
        late = connection.expired.is_set() or isinstance(error, TimeoutError)
        raise _Failed(DeliveryFailure.TIMEOUT if late else _name_failure(error)) from error


def _name_failure(error: Exception) -> DeliveryFailure:
    if isinstance(error, ssl.SSLError):
        return DeliveryFailure.TLS
    return DeliveryFailure.CONNECTION if isinstance(error, OSError) else DeliveryFailure.PROTOCOL
