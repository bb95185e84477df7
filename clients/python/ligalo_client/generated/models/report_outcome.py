from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.payment_outcome import PaymentOutcome

T = TypeVar("T", bound="ReportOutcome")


@_attrs_define
class ReportOutcome:
    """
    Attributes:
        accepted (bool):
        event (str):
        outcome (PaymentOutcome):
        provider (str):
        received_at (datetime.datetime):
    """

    accepted: bool
    event: str
    outcome: PaymentOutcome
    provider: str
    received_at: datetime.datetime
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        accepted = self.accepted

        event = self.event

        outcome = self.outcome.value

        provider = self.provider

        received_at = self.received_at.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "accepted": accepted,
                "event": event,
                "outcome": outcome,
                "provider": provider,
                "received_at": received_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        accepted = d.pop("accepted")

        event = d.pop("event")

        outcome = PaymentOutcome(d.pop("outcome"))

        provider = d.pop("provider")

        received_at = datetime.datetime.fromisoformat(d.pop("received_at"))

        report_outcome = cls(
            accepted=accepted,
            event=event,
            outcome=outcome,
            provider=provider,
            received_at=received_at,
        )

        report_outcome.additional_properties = d
        return report_outcome

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> Any:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
