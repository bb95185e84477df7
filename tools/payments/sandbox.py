"""The server of this package as a `Sandbox` for the conformance check of the hosted adapter."""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Thread

from tools.payments.book import Order
from tools.payments.server import PaymentServer
from wallet.providers.services import signatures
from wallet.providers.services.hosted import HostedProvider
from wallet.providers.values import (
    CallbackRequest,
    PaymentFlow,
    PaymentStatus,
    ProviderPayment,
)


class HostedSandbox:
    """Steers the server; its callbacks wait to be taken."""

    def __init__(self, server: PaymentServer, sent: list[CallbackRequest]) -> None:
        self.server = server
        self._sent = sent

    def settle(self, flow: PaymentFlow, payment: ProviderPayment, status: PaymentStatus) -> None:
        self.server.book.add(Order(flow, payment))
        self.server.settle(payment.reference, status)

    def take_callbacks(self) -> Sequence[CallbackRequest]:
        taken = list(self._sent)
        self._sent.clear()
        return taken

    def count_orders(self, payment: ProviderPayment) -> int:
        return self.server.book.count_orders(payment.reference)

    def sign(self, body: bytes) -> CallbackRequest:
        return signatures.sign(self.server.adapter.options["SECRET"], body, time.time())

    def hang(self) -> None:
        self.server.hangs = True

    @property
    def statement(self) -> bytes:
        return self.server.book.write_statement()


@contextmanager
def run_sandbox(adapter: HostedProvider, port: int = 0) -> Iterator[HostedSandbox]:
    """Serve the provider on loopback while the block runs; the adapter's URL must name the port."""
    sent: list[CallbackRequest] = []
    with PaymentServer(("127.0.0.1", port), adapter, sent.append) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield HostedSandbox(server, sent)
        finally:
            server.released.set()
            server.shutdown()
            thread.join()
