from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

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

    def to_dict(self) -> dict[str, Any]:
        amount = self.amount.to_dict()

        destination = self.destination.to_dict()

        provider = self.provider

        field_dict: dict[str, Any] = {}

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

        return new_withdrawal_request
