from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.destination_request import DestinationRequest
    from ..models.money_input_request import MoneyInputRequest


T = TypeVar("T", bound="NewWithdrawalRequest")


@_attrs_define
class NewWithdrawalRequest:
    """
    Attributes:
        amount (MoneyInputRequest):
        destination (DestinationRequest):
        provider (str): `name` of one of the providers.
    """

    amount: MoneyInputRequest
    destination: DestinationRequest
    provider: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        amount = self.amount.to_dict()

        destination = self.destination.to_dict()

        provider = self.provider

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "amount": amount,
                "destination": destination,
                "provider": provider,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.destination_request import DestinationRequest  # noqa: PLC0415
        from ..models.money_input_request import MoneyInputRequest  # noqa: PLC0415

        d = dict(src_dict)
        amount = MoneyInputRequest.from_dict(d.pop("amount"))

        destination = DestinationRequest.from_dict(d.pop("destination"))

        provider = d.pop("provider")

        new_withdrawal_request = cls(
            amount=amount,
            destination=destination,
            provider=provider,
        )

        new_withdrawal_request.additional_properties = d
        return new_withdrawal_request

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
