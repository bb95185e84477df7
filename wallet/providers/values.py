"""Payments and callbacks as providers know them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID

from wallet.money.values import Money


class PaymentFlow(StrEnum):
    """Direction of a payment; in a callback the name of the field with our reference."""

    IN = "deposit"
    OUT = "withdrawal"


class PaymentStatus(StrEnum):
    PENDING = "pending"
    PAID = "paid"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class ProviderPayment:
    """A deposit or a withdrawal as its provider knows it."""

    reference: UUID
    money: Money


@dataclass(frozen=True, slots=True)
class CallbackRequest:
    """A request to the callback address: its headers, with names as sent, and its bytes."""

    headers: Mapping[str, str]
    body: bytes


@dataclass(frozen=True, slots=True)
class Callback:
    """Content of a genuine callback. `event` is the provider's id of it; `signed_at` is POSIX time."""

    event: str
    flow: PaymentFlow
    reference: UUID
    status: PaymentStatus
    money: Money
    signed_at: int


PostCallback = Callable[[str, CallbackRequest], int]
