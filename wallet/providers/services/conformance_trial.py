"""A trial of an adapter against its provider's test system: the sandbox, the callbacks, and what a case demands."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol
from uuid import uuid4

from journal.refusals import Refusal
from wallet.money.values import Money
from wallet.providers.services.provider import Provider
from wallet.providers.values import (
    Callback,
    CallbackRequest,
    PaymentFlow,
    PaymentStatus,
    ProviderPayment,
)

AMOUNT: Final = "20.00"


class Sandbox(Protocol):
    """The provider's test system, as an adapter's author steers it."""

    def settle(self, flow: PaymentFlow, payment: ProviderPayment, status: PaymentStatus) -> None:
        """Give a payment this status and send its callback."""

    def take_callbacks(self) -> Sequence[CallbackRequest]:
        """Return the callbacks sent since the last call, oldest first."""

    def count_orders(self, payment: ProviderPayment) -> int:
        """Return how often money moves, or will move, for the payment: orders without repeats."""

    def sign(self, body: bytes) -> CallbackRequest:
        """Return a callback with this body and a valid signature."""

    def hang(self) -> None:
        """Let the test system accept the next request without answering it."""

    @property
    def statement(self) -> bytes:
        """The statement file of all payments so far."""


class Failed(Exception):
    """The adapter does not do what a case demands."""


@dataclass(frozen=True, slots=True)
class Trial:
    """An adapter, its sandbox, and the callbacks that the adapter posts itself."""

    provider: Provider
    sandbox: Sandbox
    posted: list[CallbackRequest]

    def post(self, _provider: str, request: CallbackRequest) -> int:
        self.posted.append(request)
        return 200

    def take_callbacks(self) -> list[CallbackRequest]:
        own = [*self.posted, *self.sandbox.take_callbacks()]
        self.posted.clear()
        return own

    def read(self, request: CallbackRequest) -> Callback:
        return self.provider.read_callback(request, time.time())

    def read_last(
        self, flow: PaymentFlow, payment: ProviderPayment, status: PaymentStatus
    ) -> CallbackRequest:
        """Return the newest callback; it must report exactly this."""
        found = self.take_callbacks()
        demand(bool(found), f"no callback reports {status}")
        said = self.read(found[-1])
        expected = (flow, payment.reference, status, payment.money)
        got = (said.flow, said.reference, said.status, said.money)
        demand(got == expected, f"the callback says {got}, not {expected}")
        return found[-1]

    def start(self) -> ProviderPayment:
        payment = new_payment()
        self.provider.start_payment(payment, self.post)
        return payment

    def settle_deposit(self, status: PaymentStatus) -> ProviderPayment:
        """Return a new deposit that has this status at the provider; its callbacks are not read yet."""
        payment = self.start()
        self.take_callbacks()
        self.sandbox.settle(PaymentFlow.IN, payment, status)
        return payment


def new_payment(text: str = AMOUNT) -> ProviderPayment:
    return ProviderPayment(uuid4(), Money.parse(text, "EUR"))


def demand(is_met: object, failure: str) -> None:
    if not is_met:
        raise Failed(failure)


def demand_refusal(refusal: type[Refusal], act: Callable[[], object], what: str) -> None:
    try:
        act()
    except refusal:
        return
    raise Failed(f"{what} is accepted")
