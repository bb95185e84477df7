"""A payment service that invents the money, for the demo and for tests.

It behaves as a real one behind webhooks does: it learns of a payment, and posts signed callbacks.
"""

import json
import time
from typing import Any, Final
from uuid import UUID

from django.utils.translation import gettext_lazy as _

from wallet.errors import WalletError
from wallet.money import Money
from wallet.providers import signature
from wallet.providers.base import Callback, Payment, Post, Provider, Received, Status, Unreadable

_EVENT_LENGTH: Final = 100


class Demo(Provider):
    """Every payment is on its way at once, and paid a moment later."""

    name = "demo"
    label = _("Demonstration")
    self_service = True

    def start(self, payment: Payment, post: Post) -> None:
        """Post both callbacks. Their numbers are the payment's, so starting twice is harmless."""
        for status in (Status.PENDING, Status.PAID):
            post(self.name, self.callback(payment, status))

    def callback(self, payment: Payment, status: Status, event: str | None = None) -> Received:
        """Return the signed request that says `status` of a payment, as it is sent now."""
        said = {
            "event": event or f"{payment.reference}:{status}",
            "deposit": str(payment.reference),
            "status": status.value,
            "amount": payment.money.text,
            "currency": payment.money.currency,
        }
        return signature.sign(self.name, json.dumps(said).encode(), time.time())

    def read(self, received: Received, now: float) -> Callback:
        """Return what a callback says, once its signature holds."""
        signed_at = signature.verify(self.name, received, now)
        try:
            return _read(json.loads(received.body.decode()), signed_at)
        except (
            LookupError,
            ValueError,
            TypeError,
            AttributeError,
            RecursionError,
            WalletError,
        ) as error:
            raise Unreadable(type(error).__name__) from error


def _read(said: Any, signed_at: int) -> Callback:
    event = said["event"]
    if not isinstance(event, str) or not 0 < len(event) <= _EVENT_LENGTH or not event.isprintable():
        raise Unreadable("event")
    return Callback(
        event=event,
        reference=UUID(said["deposit"]),
        status=Status(said["status"]),
        money=Money.parse(said["amount"], said["currency"]),
        signed_at=signed_at,
    )
