from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.money_input import MoneyInput


T = TypeVar("T", bound="NewDeposit")


@_attrs_define
class NewDeposit:
    """
    Attributes:
        amount (MoneyInput):
        provider (str): `name` of one of the providers.
    """

    amount: MoneyInput
    provider: str

    def to_dict(self) -> dict[str, Any]:
        amount = self.amount.to_dict()

        provider = self.provider

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "amount": amount,
                "provider": provider,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.money_input import MoneyInput  # noqa: PLC0415

        d = dict(src_dict)
        amount = MoneyInput.from_dict(d.pop("amount"))

        provider = d.pop("provider")

        new_deposit = cls(
            amount=amount,
            provider=provider,
        )

        return new_deposit
