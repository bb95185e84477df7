from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar
from uuid import UUID

from attrs import define as _attrs_define

from ..models.payment_kind import PaymentKind
from ..models.payment_status import PaymentStatus

if TYPE_CHECKING:
    from ..models.money_input import MoneyInput


T = TypeVar("T", bound="PaymentReport")


@_attrs_define
class PaymentReport:
    """
    Attributes:
        amount (MoneyInput):
        at (datetime.datetime): When the provider reported it.
        event (str): The provider's own number of this report.
        kind (PaymentKind):
        provider (str):
        reference (UUID): `id` of the deposit or withdrawal.
        status (PaymentStatus):
    """

    amount: MoneyInput
    at: datetime.datetime
    event: str
    kind: PaymentKind
    provider: str
    reference: UUID
    status: PaymentStatus

    def to_dict(self) -> dict[str, Any]:
        amount = self.amount.to_dict()

        at = self.at.isoformat()

        event = self.event

        kind = self.kind.value

        provider = self.provider

        reference = str(self.reference)

        status = self.status.value

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "amount": amount,
                "at": at,
                "event": event,
                "kind": kind,
                "provider": provider,
                "reference": reference,
                "status": status,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.money_input import MoneyInput  # noqa: PLC0415

        d = dict(src_dict)
        amount = MoneyInput.from_dict(d.pop("amount"))

        at = datetime.datetime.fromisoformat(d.pop("at"))

        event = d.pop("event")

        kind = PaymentKind(d.pop("kind"))

        provider = d.pop("provider")

        reference = UUID(d.pop("reference"))

        status = PaymentStatus(d.pop("status"))

        payment_report = cls(
            amount=amount,
            at=at,
            event=event,
            kind=kind,
            provider=provider,
            reference=reference,
            status=status,
        )

        return payment_report
