"""Payments and callbacks as exchanged with providers."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from wallet.money.values import Money


class PaymentFlow(StrEnum):
    """Direction of a payment; the value is the name of the callback field with our reference."""

    IN = "deposit"
    OUT = "withdrawal"


class PaymentStatus(StrEnum):
    """State of a payment at its provider; `CHARGED_BACK` and `REFUNDED` concern deposits only."""

    PENDING = "pending"
    PAID = "paid"
    FAILED = "failed"
    CHARGED_BACK = "charged_back"
    REFUNDED = "refunded"


@dataclass(frozen=True, slots=True)
class ProviderPayment:
    """Deposit or withdrawal as its provider knows it: our reference and the amount."""

    reference: UUID
    money: Money


@dataclass(frozen=True, slots=True)
class ReportedPayment:
    """Line of a provider's statement: a payment, its latest status and the time of that status."""

    flow: PaymentFlow
    reference: UUID
    status: PaymentStatus
    money: Money
    at: datetime


@dataclass(frozen=True, slots=True)
class CallbackRequest:
    """Request to the callback URL: headers, with names as sent, and body."""

    headers: Mapping[str, str]
    body: bytes


@dataclass(frozen=True, slots=True)
class Callback:
    """Content of an authentic callback. `event` is the provider's event id; `signed_at` is POSIX time.

    `instrument` is the provider's lasting name of the card or account that paid; "" if it gives none.
    """

    event: str
    flow: PaymentFlow
    reference: UUID
    status: PaymentStatus
    money: Money
    signed_at: int
    instrument: str = ""


PostCallback = Callable[[str, CallbackRequest], int]
