from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.destination import Destination
    from ..models.money_input import MoneyInput


T = TypeVar("T", bound="NewWithdrawal")


@_attrs_define
class NewWithdrawal:
    """
    Attributes:
        amount (MoneyInput):
        destination (Destination):
        provider (str): `name` of one of the providers.
    """

    amount: MoneyInput
    destination: Destination
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
        from ..models.destination import Destination  # noqa: PLC0415
        from ..models.money_input import MoneyInput  # noqa: PLC0415

        d = dict(src_dict)
        amount = MoneyInput.from_dict(d.pop("amount"))

        destination = Destination.from_dict(d.pop("destination"))

        provider = d.pop("provider")

        new_withdrawal = cls(
            amount=amount,
            destination=destination,
            provider=provider,
        )

        return new_withdrawal
