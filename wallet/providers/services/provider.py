"""Interface of payment providers."""

from collections.abc import Sequence
from datetime import datetime
from typing import ClassVar

from django.utils.functional import Promise

from wallet.providers.refusals import ProviderUnavailable
from wallet.providers.values import (
    Callback,
    CallbackRequest,
    PostCallback,
    ProviderPayment,
    ReportedPayment,
)


class Provider:
    """Payment provider. Unsupported operations raise ProviderUnavailable."""

    name: ClassVar[str]
    label: ClassVar[str | Promise]
    self_service: ClassVar[bool] = False
    """Whether players can start a deposit themselves."""
    note: ClassVar[str | Promise] = ""
    """Text for players before they start a deposit."""
    pays_out: ClassVar[bool] = False
    """Whether the provider makes payouts on request."""

    def start_payment(self, payment: ProviderPayment, post: PostCallback) -> str | None:  # noqa: ARG002  the interface
        """Announce a player's payment; callbacks report the result.

        Return the HTTPS URL of the payment page, if the provider has one. Idempotent. `post` delivers callbacks of a
        provider that is part of this site.
        """
        raise ProviderUnavailable(detail=self.name)

    def pay_out(self, payment: ProviderPayment, destination: str, post: PostCallback) -> None:  # noqa: ARG002  the interface
        """Order a payout; callbacks report the result. Idempotent: a repeat pays once and sends a callback again."""
        raise ProviderUnavailable(detail=self.name)

    def read_callback(self, received: CallbackRequest, now: float) -> Callback:  # noqa: ARG002  the interface
        """Parse a callback. Raises ForgedCallback, or CallbackUnreadable for malformed signed content."""
        raise ProviderUnavailable(detail=self.name)

    def load_statement(self, since: datetime) -> Sequence[ReportedPayment]:  # noqa: ARG002  the interface
        """Fetch the payments whose status changed since then."""
        raise ProviderUnavailable(detail=self.name)
