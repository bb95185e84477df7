"""Interface of payment providers. docs/providers.md has the contract; `conformance` checks an adapter against it."""

from collections.abc import Mapping, Sequence, Set as AbstractSet
from datetime import datetime
from typing import ClassVar, Final

from django.core.exceptions import ImproperlyConfigured
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
    """Payment provider. Unsupported operations raise ProviderUnavailable.

    Orders are idempotent by the payment's reference: a repeat moves money once. They raise ProviderUnreachable without a
    valid answer in time, and ProviderDeclined if the provider does not accept the order.
    """

    required: ClassVar[AbstractSet[str]] = frozenset()
    """Names of the options without which it cannot work."""
    optional: ClassVar[AbstractSet[str]] = frozenset()

    label: str | Promise = ""
    self_service: bool = False
    """Whether players can start a deposit themselves."""
    note: str | Promise = ""
    """Text for players before they start a deposit."""
    pays_out: bool = False
    """Whether the provider makes payouts on request."""
    refunds: bool = False
    """Whether the provider returns a deposit to its payer on request."""
    has_statements: bool = False
    """Whether the provider's statements can be compared with our payments."""

    def __init__(self, name: str, options: Mapping[str, str]) -> None:
        """Keep the options. Raises ImproperlyConfigured, naming the variable of a missing or unknown one."""
        for option in sorted(self.required - options.keys()):
            raise ImproperlyConfigured(f"{_variable(name, option)} is missing.")
        for option in sorted(options.keys() - self.required - self.optional):
            raise ImproperlyConfigured(f"{_variable(name, option)} is unknown to {name}.")
        self.name: Final = name
        self.options: Final = options

    def __repr__(self) -> str:
        """Name the provider without its options, which hold secrets."""
        return f"<{type(self).__name__} {self.name}>"

    def start_payment(self, payment: ProviderPayment, post: PostCallback) -> str | None:  # noqa: ARG002  the interface
        """Announce a player's payment; callbacks report the result.

        Return the HTTPS URL of the payment page, if the provider has one. `post` delivers callbacks of a provider that
        is part of this site.
        """
        raise ProviderUnavailable(detail=self.name)

    def pay_out(self, payment: ProviderPayment, destination: str, post: PostCallback) -> None:  # noqa: ARG002  the interface
        """Order a payout; callbacks report the result. A repeat pays once and sends a callback again."""
        raise ProviderUnavailable(detail=self.name)

    def refund(self, payment: ProviderPayment, post: PostCallback) -> None:  # noqa: ARG002  the interface
        """Order the return of a received deposit to its payer; the callback `refunded` reports it."""
        raise ProviderUnavailable(detail=self.name)

    def read_callback(self, received: CallbackRequest, now: float) -> Callback:  # noqa: ARG002  the interface
        """Parse a callback. Raises ForgedCallback, or CallbackUnreadable for malformed signed content."""
        raise ProviderUnavailable(detail=self.name)

    def read_statement(self, file: bytes) -> Sequence[ReportedPayment]:  # noqa: ARG002  the interface
        """Parse a statement file: each payment once. Raises StatementUnreadable."""
        raise ProviderUnavailable(detail=self.name)

    def load_statement(self, since: datetime) -> Sequence[ReportedPayment]:  # noqa: ARG002  the interface
        """Fetch the payments whose status changed since then. Raises ProviderUnreachable, StatementUnreadable."""
        raise ProviderUnavailable(detail=self.name)


def _variable(provider: str, option: str) -> str:
    return f"PAYMENT_{provider.upper()}_{option}"
