"""Payment provider that invents money, for the demo and for tests.

It behaves like a real one with webhooks: it receives a payment request and posts signed callbacks.
"""

import json
import time
from typing import Any, Final
from uuid import UUID

from django.utils.translation import gettext_lazy as _

from journal.refusals import Refusal
from wallet.money.values import Money
from wallet.providers.refusals import CallbackUnreadable
from wallet.providers.services import signatures
from wallet.providers.services.provider import Provider
from wallet.providers.values import (
    Callback,
    CallbackRequest,
    PaymentFlow,
    PaymentStatus,
    PostCallback,
    ProviderPayment,
)

_EVENT_LENGTH: Final = 100


class DemoProvider(Provider):
    """Provider for which every payment, in or out, is pending at once and paid a moment later."""

    name = "demo"
    label = _("Demonstration")
    self_service = True
    note = _("This is a demonstration: the money is invented and arrives at once.")
    pays_out = True

    def start_payment(self, payment: ProviderPayment, post: PostCallback) -> None:
        """Post both callbacks. Their event ids derive from the payment, so starting twice is idempotent."""
        self._answer(PaymentFlow.IN, payment, post)

    def pay_out(self, payment: ProviderPayment, destination: str, post: PostCallback) -> None:  # noqa: ARG002  invented money has no destination
        """Post both callbacks, as `start_payment` does."""
        self._answer(PaymentFlow.OUT, payment, post)

    def _answer(self, flow: PaymentFlow, payment: ProviderPayment, post: PostCallback) -> None:
        for status in (PaymentStatus.PENDING, PaymentStatus.PAID):
            post(self.name, self.build_callback(flow, payment, status))

    def build_callback(
        self,
        flow: PaymentFlow,
        payment: ProviderPayment,
        status: PaymentStatus,
        event: str | None = None,
    ) -> CallbackRequest:
        """Return a signed callback that reports `status` of a payment."""
        said = {
            "event": event or f"{payment.reference}:{status}",
            flow.value: str(payment.reference),
            "status": status.value,
            "amount": payment.money.text,
            "currency": payment.money.currency,
        }
        return signatures.sign(self.name, json.dumps(said).encode(), time.time())

    def read_callback(self, received: CallbackRequest, now: float) -> Callback:
        """Parse a callback with a valid signature. Raises ForgedCallback, CallbackUnreadable."""
        signed_at = signatures.verify(self.name, received, now)
        try:
            return _read(json.loads(received.body.decode()), signed_at)
        except (
            LookupError,
            ValueError,
            TypeError,
            AttributeError,
            RecursionError,
            Refusal,
        ) as error:
            raise CallbackUnreadable(detail=type(error).__name__) from error


def _read(said: Any, signed_at: int) -> Callback:
    event = said["event"]
    if not isinstance(event, str) or not 0 < len(event) <= _EVENT_LENGTH or not event.isprintable():
        raise CallbackUnreadable(detail="event")
    (flow,) = (flow for flow in PaymentFlow if flow.value in said)  # exactly one is named
    return Callback(
        event=event,
        flow=flow,
        reference=UUID(said[flow.value]),
        status=PaymentStatus(said["status"]),
        money=Money.parse(said["amount"], said["currency"]),
        signed_at=signed_at,
    )
