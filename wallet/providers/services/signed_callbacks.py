"""Callbacks in our own format: a JSON body signed with the provider's secret (docs/providers.md)."""

import json
import time
from typing import Any, Final
from uuid import UUID

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
    ProviderPayment,
)

_EVENT_LENGTH: Final = 100
_INSTRUMENT_LENGTH: Final = 200
_UNREADABLE: Final = (LookupError, ValueError, TypeError, AttributeError, RecursionError, Refusal)


class SignedCallbacks(Provider):
    """A provider with the option SECRET, whose callbacks are in our own format."""

    def build_callback(
        self,
        flow: PaymentFlow,
        payment: ProviderPayment,
        status: PaymentStatus,
        event: str | None = None,
        *,
        instrument: str = "",
    ) -> CallbackRequest:
        """Return a signed callback that reports `status` of a payment, made with `instrument` if it is known."""
        said = {
            "event": event or f"{payment.reference}:{status}",
            flow.value: str(payment.reference),
            "status": status.value,
            "amount": payment.money.text,
            "currency": payment.money.currency,
            **({"instrument": instrument} if instrument else {}),
        }
        return signatures.sign(self.options["SECRET"], json.dumps(said).encode(), time.time())

    def read_callback(self, received: CallbackRequest, now: float) -> Callback:
        """Parse a callback with a valid signature. Raises ForgedCallback, CallbackUnreadable."""
        signed_at = signatures.verify(self.options["SECRET"], received, now)
        try:
            return _read(json.loads(received.body.decode()), signed_at)
        except _UNREADABLE as error:
            raise CallbackUnreadable(detail=type(error).__name__) from error


def _read(said: Any, signed_at: int) -> Callback:
    event = said["event"]
    if not isinstance(event, str) or not 0 < len(event) <= _EVENT_LENGTH or not event.isprintable():
        raise CallbackUnreadable(detail="event")
    (flow,) = (flow for flow in PaymentFlow if flow.value in said)  # exactly one is named
    status = PaymentStatus(said["status"])
    if flow is PaymentFlow.OUT and status in {PaymentStatus.CHARGED_BACK, PaymentStatus.REFUNDED}:
        raise CallbackUnreadable(detail="status")
    instrument = said.get("instrument", "")
    if not isinstance(instrument, str) or len(instrument) > _INSTRUMENT_LENGTH:
        raise CallbackUnreadable(detail="instrument")
    return Callback(
        event=event,
        flow=flow,
        reference=UUID(said[flow.value]),
        status=status,
        money=Money.parse(said["amount"], said["currency"]),
        signed_at=signed_at,
        instrument=instrument,
    )
