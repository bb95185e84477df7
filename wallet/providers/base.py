"""What a provider of payments is: the one interface that each of them fills."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from http import HTTPStatus
from typing import ClassVar
from uuid import UUID

from django.utils.functional import Promise

from journal.refusals import Refusal
from wallet.errors import ProviderUnavailable
from wallet.money import Money


class Flow(StrEnum):
    """Which way a payment goes; in a callback the name of the field with our reference."""

    IN = "deposit"
    OUT = "withdrawal"


class Status(StrEnum):
    """What a provider says of a payment."""

    PENDING = "pending"
    PAID = "paid"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Payment:
    """A deposit or a withdrawal as its provider knows it."""

    reference: UUID
    money: Money


@dataclass(frozen=True, slots=True)
class Received:
    """A request to the callback address: its headers, with names as sent, and its bytes."""

    headers: Mapping[str, str]
    body: bytes


@dataclass(frozen=True, slots=True)
class Callback:
    """What a genuine callback says. `event` is the provider's number of it; `signed_at` is POSIX."""

    event: str
    flow: Flow
    reference: UUID
    status: Status
    money: Money
    signed_at: int


class Forged(Refusal):
    """Not signed by the provider, or not now."""

    code = "forged"
    status = HTTPStatus.FORBIDDEN
    message = "The signature is not valid."


class CallbackUnreadable(Refusal):
    """Signed by the provider, and still not a callback."""

    code = "callback_unreadable"
    status = HTTPStatus.BAD_REQUEST
    message = "The callback cannot be read."


Post = Callable[[str, Received], int]


class Provider:
    """A way in or out for money. What it does not do, it refuses: ProviderUnavailable."""

    name: ClassVar[str]
    label: ClassVar[str | Promise]
    self_service: ClassVar[bool] = False
    """Whether players begin a deposit themselves."""
    note: ClassVar[str | Promise] = ""
    """What players read of it before they begin one."""
    pays_out: ClassVar[bool] = False
    """Whether it pays players when it is told to."""

    def start(self, payment: Payment, post: Post) -> str | None:  # noqa: ARG002  the interface
        """Tell the provider that a player wants to pay; what it answers comes as callbacks.

        Return the https address where the player pays, of a provider that has a page for that. Told again of
        the same payment it returns the same. `post` is the callback address of this house for a provider that
        lives inside it.
        """
        raise ProviderUnavailable(detail=self.name)

    def pay_out(self, payment: Payment, destination: str, post: Post) -> None:  # noqa: ARG002  the interface
        """Tell the provider to pay a player; what it answers comes as callbacks.

        Told again of the same payment it pays nothing more, and answers again.
        """
        raise ProviderUnavailable(detail=self.name)

    def read(self, received: Received, now: float) -> Callback:  # noqa: ARG002  the interface
        """Return what a callback says. Raises Forged, or Unreadable for signed nonsense."""
        raise ProviderUnavailable(detail=self.name)
