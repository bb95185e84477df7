"""What the provider knows: orders by reference, and the callbacks that report them."""

from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime
from threading import Lock
from uuid import UUID

from wallet.money.values import Money
from wallet.providers.services.statements import format_csv
from wallet.providers.values import PaymentFlow, PaymentStatus, ProviderPayment, ReportedPayment


@dataclass
class Order:
    """A payment that the site has announced."""

    flow: PaymentFlow
    payment: ProviderPayment
    return_to: str = ""
    status: PaymentStatus = PaymentStatus.PENDING
    at: datetime = field(default_factory=lambda: datetime.now(UTC))


class Book:
    """Orders by reference. A repeat of an order changes nothing; refunds are counted with their deposit."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._orders: dict[UUID, Order] = {}
        self._made: Counter[UUID] = Counter()
        self._refunded: set[UUID] = set()

    def add(self, order: Order) -> Order:
        """Add an order, or return the one with its reference. Raises ValueError if that one differs."""
        with self._lock:
            known = self._orders.get(order.payment.reference)
            if known is None:
                self._orders[order.payment.reference] = known = order
                self._made[order.payment.reference] += 1
            if (known.flow, known.payment) != (order.flow, order.payment):
                raise ValueError("another order has this reference")
            return known

    def refund(self, reference: UUID) -> Order:
        """Order a refund. Raises KeyError for an unknown deposit, ValueError for one that was not paid."""
        with self._lock:
            order = self._orders[reference]
            if reference in self._refunded:
                return order
            if (order.flow, order.status) != (PaymentFlow.IN, PaymentStatus.PAID):
                raise ValueError("this deposit was not paid")
            self._refunded.add(reference)
            self._made[reference] += 1
            return order

    def settle(self, reference: UUID, status: PaymentStatus) -> Order:
        """Give an order this status. Raises KeyError."""
        with self._lock:
            order = self._orders[reference]
            order.status, order.at = status, datetime.now(UTC)
            return order

    def find(self, reference: UUID) -> Order | None:
        with self._lock:
            return self._orders.get(reference)

    def count_orders(self, reference: UUID) -> int:
        with self._lock:
            return self._made[reference]

    def write_statement(self, since: datetime | None = None) -> bytes:
        """Return the statement of all orders, or of those whose status changed since then."""
        with self._lock:
            rows = [one for one in self._orders.values() if since is None or one.at >= since]
        return format_csv(
            [
                ReportedPayment(
                    one.flow, one.payment.reference, one.status, one.payment.money, one.at
                )
                for one in rows
            ]
        )


def read_payment(said: dict[str, str]) -> ProviderPayment:
    """Return the payment of an order's JSON. Raises LookupError, ValueError, TypeError, Refusal."""
    return ProviderPayment(UUID(said["reference"]), Money.parse(said["amount"], said["currency"]))
