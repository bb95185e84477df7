"""The conformance check: adapters that do what the contract demands pass it, and each fault fails its case."""

import json
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any
from uuid import uuid4

import pytest

from tests.wallet.cash import DEMO_SECRET
from tools.payments.sandbox import HostedSandbox, run_sandbox
from wallet.providers.refusals import CallbackUnreadable, ProviderDeclined, ProviderUnreachable
from wallet.providers.services import hosted, signatures, statements
from wallet.providers.services.conformance import check_provider
from wallet.providers.services.demo import DemoProvider
from wallet.providers.services.hosted import HostedProvider
from wallet.providers.values import (
    Callback,
    CallbackRequest,
    PaymentFlow,
    PaymentStatus,
    PostCallback,
    ProviderPayment,
    ReportedPayment,
)

SECRET = "only for tests: the hosted provider's"


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hosted, "MOST_SECONDS", 0.5)


@contextmanager
def sandbox_of(
    adapter_class: type[HostedProvider],
) -> Iterator[tuple[HostedProvider, HostedSandbox]]:
    """Serve the test provider and yield an adapter of this class for it, with its sandbox."""
    plain = HostedProvider("bank", {"SECRET": SECRET, "URL": "http://127.0.0.1:1"})
    with run_sandbox(plain) as sandbox:
        port = sandbox.server.server_address[1]
        yield adapter_class("bank", {"SECRET": SECRET, "URL": f"http://127.0.0.1:{port}"}), sandbox


def failures(adapter_class: type[HostedProvider]) -> dict[str, str]:
    with sandbox_of(adapter_class) as (adapter, sandbox):
        return {one.name: one.failure for one in check_provider(adapter, sandbox) if one.failure}


def test_hosted_adapter_passes_every_case() -> None:
    with sandbox_of(HostedProvider) as (adapter, sandbox):
        results = list(check_provider(adapter, sandbox))
    assert [one for one in results if one.failure or one.skipped] == []
    assert len(results) == 15


class RecordedDemo(DemoProvider):
    """The demo provider, with the events of its callbacks."""

    def __init__(self) -> None:
        super().__init__("demo", {"SECRET": DEMO_SECRET})
        self.events: set[str] = set()

    def build_callback(self, *args: Any, **kwargs: Any) -> CallbackRequest:
        request = super().build_callback(*args, **kwargs)
        self.events.add(json.loads(request.body)["event"])
        return request


class DemoSandbox:
    """The demo provider is part of the site: its money moves with the callbacks `paid` and `refunded`."""

    statement = b""

    def __init__(self, provider: RecordedDemo) -> None:
        self.provider = provider
        self._sent: list[CallbackRequest] = []

    def settle(self, flow: PaymentFlow, payment: ProviderPayment, status: PaymentStatus) -> None:
        self._sent.append(self.provider.build_callback(flow, payment, status))

    def take_callbacks(self) -> Sequence[CallbackRequest]:
        taken, self._sent = self._sent, []
        return taken

    def count_orders(self, payment: ProviderPayment) -> int:
        moves = {f"{payment.reference}:{status}" for status in ("paid", "refunded")}
        return len(moves & self.provider.events)

    def sign(self, body: bytes) -> CallbackRequest:
        return signatures.sign(DEMO_SECRET, body, time.time())

    def hang(self) -> None:
        """Do nothing: it has no other side that could hang."""


def test_demo_provider_passes_the_cases_of_what_it_offers() -> None:
    provider = RecordedDemo()
    results = list(check_provider(provider, DemoSandbox(provider), is_remote=False))
    assert {one.name for one in results if one.skipped} == {"silence", "statement"}
    assert [one for one in results if one.failure] == []


class OrdersTwice(HostedProvider):
    def start_payment(self, payment: ProviderPayment, post: PostCallback) -> str:
        return super().start_payment(ProviderPayment(uuid4(), payment.money), post)


class PaysTwice(HostedProvider):
    def pay_out(self, payment: ProviderPayment, destination: str, post: PostCallback) -> None:
        super().pay_out(ProviderPayment(uuid4(), payment.money), destination, post)


class OpenPage(HostedProvider):
    def start_payment(self, payment: ProviderPayment, post: PostCallback) -> str:
        return super().start_payment(payment, post).replace("https", "http")


class BelievesAll(HostedProvider):
    def read_callback(self, received: CallbackRequest, now: float) -> Callback:
        signed = signatures.sign(self.options["SECRET"], received.body, now)
        return super().read_callback(signed, now)


class BelievesOld(HostedProvider):
    def read_callback(self, received: CallbackRequest, now: float) -> Callback:
        moment = float(received.headers.get(signatures.TIME_HEADER, now))
        return super().read_callback(received, moment)


class Crashes(HostedProvider):
    def read_callback(self, received: CallbackRequest, now: float) -> Callback:
        try:
            return super().read_callback(received, now)
        except CallbackUnreadable as error:
            raise ValueError("what is this?") from error


class Truncates(HostedProvider):
    def read_callback(self, received: CallbackRequest, now: float) -> Callback:
        said = super().read_callback(received, now)
        whole = type(said.money)(said.money.units // 10_000 * 10_000, said.money.currency)
        return Callback(said.event, said.flow, said.reference, said.status, whole, said.signed_at)


class OneEvent(HostedProvider):
    def read_callback(self, received: CallbackRequest, now: float) -> Callback:
        said = super().read_callback(received, now)
        return Callback("1", said.flow, said.reference, said.status, said.money, said.signed_at)


class TellsSecret(HostedProvider):
    def __repr__(self) -> str:
        return f"bank {self.options}"


class Swallows(HostedProvider):
    def start_payment(self, payment: ProviderPayment, post: PostCallback) -> str:
        try:
            return super().start_payment(payment, post)
        except ProviderUnreachable:
            return "https://pay.example/later"


class ForgetsRefunds(HostedProvider):
    def refund(self, payment: ProviderPayment, post: PostCallback) -> None:
        """Do nothing."""


class RefundsBlindly(HostedProvider):
    """Reports every return of money as one event, and orders a refund although the money is gone."""

    def read_callback(self, received: CallbackRequest, now: float) -> Callback:
        said = super().read_callback(received, now)
        returned = {PaymentStatus.CHARGED_BACK, PaymentStatus.REFUNDED}
        event = f"{said.reference}:back" if said.status in returned else said.event
        return Callback(event, said.flow, said.reference, said.status, said.money, said.signed_at)

    def refund(self, payment: ProviderPayment, post: PostCallback) -> None:
        with suppress(ProviderDeclined):
            super().refund(payment, post)


class SkipsFailed(HostedProvider):
    def read_statement(self, file: bytes) -> Sequence[ReportedPayment]:
        lines = statements.parse_csv(file)
        return [one for one in lines if one.status is not PaymentStatus.FAILED]


class OffersLess(HostedProvider):
    pays_out = False


@pytest.mark.parametrize(
    ("fault", "cases"),
    [
        (OrdersTwice, {"start", "silence"}),
        (PaysTwice, {"payout"}),
        (OpenPage, {"start"}),
        (BelievesAll, {"forgeries"}),
        (BelievesOld, {"forgeries"}),
        (Crashes, {"unreadable"}),
        (Truncates, {"amounts"}),
        (OneEvent, {"events"}),
        (TellsSecret, {"secrets"}),
        (Swallows, {"silence"}),
        (ForgetsRefunds, {"refund"}),
        (RefundsBlindly, {"refund after charge-back"}),
        (SkipsFailed, {"statement"}),
        (OffersLess, {"not offered"}),
    ],
)
def test_fault_of_an_adapter_fails_its_case(fault: type[HostedProvider], cases: set[str]) -> None:
    assert cases <= failures(fault).keys()
