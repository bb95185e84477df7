"""The provider's HTTP server: signed orders, the payment page, and callbacks posted to the site."""

import hmac
import json
import time
from collections.abc import Callable
from datetime import datetime
from html import escape
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event
from typing import Any, Final
from urllib.parse import parse_qs, urlsplit
from uuid import UUID

from accounts.values.signed_exchange import SIGNATURE_HEADER, TIME_HEADER, compute_digest
from journal.refusals import Refusal
from tools.payments.book import Book, Order, read_payment
from wallet.providers.services.hosted import HostedProvider
from wallet.providers.values import CallbackRequest, PaymentFlow, PaymentStatus

_MOST_BYTES: Final = 64 * 1024
_UNREADABLE: Final = (LookupError, ValueError, TypeError, AttributeError, RecursionError, Refusal)
PAGE: Final = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Test payments</title>
<h1>{amount}</h1>
<p>Reference {reference}: {status}</p>
<form method="post">
<button name="status" value="paid">Pay</button>
<button name="status" value="failed">Do not pay</button>
</form>
<p><a href="{back}">Back to the shop</a></p>
</html>
"""

Send = Callable[[CallbackRequest], None]


class PaymentServer(ThreadingHTTPServer):
    """A provider on `address` that shares the adapter's secret and hands its callbacks to `send`.

    `public_url` is the https address under which browsers find the payment page.
    """

    daemon_threads = True

    def __init__(self, address: tuple[str, int], adapter: HostedProvider, send: Send) -> None:
        super().__init__(address, _Handler)
        self.adapter = adapter
        self.send = send
        self.book = Book()
        self.public_url = f"https://{address[0]}:{self.server_address[1]}"
        self.hangs = False
        self.released = Event()

    def settle(self, reference: UUID, status: PaymentStatus) -> None:
        """Give an order this status and send the callback. Raises KeyError."""
        order = self.book.settle(reference, status)
        self.send(self.adapter.build_callback(order.flow, order.payment, status))


class _Handler(BaseHTTPRequestHandler):
    server: PaymentServer

    def do_GET(self) -> None:
        self._answer(b"")

    def do_POST(self) -> None:
        length = int(self.headers.get("Content-Length") or 0)
        self._answer(self.rfile.read(min(length, _MOST_BYTES)))

    def log_message(self, *_args: Any) -> None:
        """Write nothing: the server prints what its caller wants to see."""

    def _answer(self, body: bytes) -> None:
        if self.server.hangs:
            self.server.hangs = False
            self.server.released.wait()
            return
        parts = urlsplit(self.path)
        if parts.path.startswith("/pay/"):
            self._show_page(parts.path.removeprefix("/pay/"), body)
        elif not self._is_signed(body):
            self._send(HTTPStatus.FORBIDDEN, b"{}")
        elif self.command == "GET" and parts.path == "/statement":
            since = datetime.fromisoformat(parse_qs(parts.query)["since"][0])
            self._send(HTTPStatus.OK, self.server.book.write_statement(since), "text/csv")
        else:
            self._take_order(parts.path, body)

    def _is_signed(self, body: bytes) -> bool:
        moment = self.headers.get(TIME_HEADER, "")
        content = f"{self.command} {self.path}\n".encode() + body
        expected = compute_digest(self.server.adapter.options["SECRET"], moment, content)
        is_recent = moment.isdigit() and abs(time.time() - int(moment)) <= 300  # noqa: PLR2004  seconds
        return is_recent and hmac.compare_digest(expected, self.headers.get(SIGNATURE_HEADER, ""))

    def _take_order(self, path: str, body: bytes) -> None:
        try:
            answer = self._order(path, json.loads(body))
        except _UNREADABLE as error:
            self._send(HTTPStatus.UNPROCESSABLE_ENTITY, json.dumps({"error": str(error)}).encode())
            return
        self._send(HTTPStatus.ACCEPTED, json.dumps(answer).encode())

    def _order(self, path: str, said: Any) -> dict[str, str]:
        payment, book = read_payment(said), self.server.book
        if path == "/payments":
            book.add(Order(PaymentFlow.IN, payment, str(said["return_to"])))
            return {"page": f"{self.server.public_url}/pay/{payment.reference}"}
        if path == "/payouts":
            if not said["destination"]:
                raise ValueError("destination")
            book.add(Order(PaymentFlow.OUT, payment))
        elif path == "/refunds":
            book.refund(payment.reference)
        else:
            raise ValueError(path)
        return {}

    def _show_page(self, reference: str, body: bytes) -> None:
        try:
            order = self.server.book.find(UUID(reference))
            if order and self.command == "POST":
                status = PaymentStatus(parse_qs(body.decode())["status"][0])
                self.server.settle(order.payment.reference, status)
        except _UNREADABLE:
            order = None
        if order is None:
            self._send(HTTPStatus.NOT_FOUND, b"", "text/html")
            return
        shown = PAGE.format(
            amount=escape(str(order.payment.money)),
            reference=order.payment.reference,
            status=order.status,
            back=escape(order.return_to),
        )
        self._send(HTTPStatus.OK, shown.encode(), "text/html; charset=utf-8")

    def _send(self, status: HTTPStatus, body: bytes, kind: str = "application/json") -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
