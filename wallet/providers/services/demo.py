"""Payment provider that invents money, for the demo and for tests.

It behaves like a real one with callbacks: it receives an order and posts signed callbacks.
"""

from django.utils.translation import gettext_lazy as _

from wallet.providers.services.signed_callbacks import SignedCallbacks
from wallet.providers.values import PaymentFlow, PaymentStatus, PostCallback, ProviderPayment


class DemoProvider(SignedCallbacks):
    """Provider for which every payment, in or out, is pending at once and paid a moment later."""

    required = frozenset({"SECRET"})
    label = _("Demonstration")
    self_service = True
    note = _("This is a demonstration: the money is invented and arrives at once.")
    pays_out = True
    refunds = True

    def start_payment(self, payment: ProviderPayment, post: PostCallback) -> None:
        """Post both callbacks. Their event ids derive from the payment, so starting twice is idempotent."""
        self._answer(PaymentFlow.IN, payment, post)

    def pay_out(self, payment: ProviderPayment, destination: str, post: PostCallback) -> None:  # noqa: ARG002  invented money has no destination
        """Post both callbacks, as `start_payment` does."""
        self._answer(PaymentFlow.OUT, payment, post)

    def refund(self, payment: ProviderPayment, post: PostCallback) -> None:
        """Post the callback `refunded`."""
        post(self.name, self.build_callback(PaymentFlow.IN, payment, PaymentStatus.REFUNDED))

    def _answer(self, flow: PaymentFlow, payment: ProviderPayment, post: PostCallback) -> None:
        for status in (PaymentStatus.PENDING, PaymentStatus.PAID):
            post(self.name, self.build_callback(flow, payment, status))
