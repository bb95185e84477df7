"""The interface of payment providers."""

from typing import ClassVar

from django.utils.functional import Promise

from wallet.providers.refusals import ProviderUnavailable
from wallet.providers.values import Callback, CallbackRequest, PostCallback, ProviderPayment


class Provider:
    """A payment provider. Unsupported operations raise ProviderUnavailable."""

    name: ClassVar[str]
    label: ClassVar[str | Promise]
    self_service: ClassVar[bool] = False
    """Whether players begin a deposit themselves."""
    note: ClassVar[str | Promise] = ""
    """What players read of it before they begin one."""
    pays_out: ClassVar[bool] = False
    """Whether it pays players when it is told to."""

    def start(self, payment: ProviderPayment, post: PostCallback) -> str | None:  # noqa: ARG002  the interface
        """Announce a player's payment; callbacks report the result.

        Return the HTTPS address of the payment page, if the provider has one. Idempotent. `post` is this site's callback address for a
        provider that lives inside it.
        """
        raise ProviderUnavailable(detail=self.name)

    def pay_out(self, payment: ProviderPayment, destination: str, post: PostCallback) -> None:  # noqa: ARG002  the interface
        """Order a payout; callbacks report the result. Idempotent, with a new callback."""
        raise ProviderUnavailable(detail=self.name)

    def read(self, received: CallbackRequest, now: float) -> Callback:  # noqa: ARG002  the interface
        """Parse a callback. Raises Forged, or Unreadable for malformed signed content."""
        raise ProviderUnavailable(detail=self.name)
