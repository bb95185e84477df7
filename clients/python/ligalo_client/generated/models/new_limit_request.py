from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.money_input_request import MoneyInputRequest


T = TypeVar("T", bound="NewLimitRequest")


@_attrs_define
class NewLimitRequest:
    """
    Attributes:
        amount (MoneyInputRequest | Unset):
        seconds (int | Unset):
    """

    amount: MoneyInputRequest | Unset = UNSET
    seconds: int | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        amount: dict[str, Any] | Unset = UNSET
        if not isinstance(self.amount, Unset):
            amount = self.amount.to_dict()

        seconds = self.seconds

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({})
        if amount is not UNSET:
            field_dict["amount"] = amount
        if seconds is not UNSET:
            field_dict["seconds"] = seconds

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.money_input_request import MoneyInputRequest  # noqa: PLC0415

        d = dict(src_dict)
        _amount = d.pop("amount", UNSET)
        amount: MoneyInputRequest | Unset
        if isinstance(_amount, Unset):
            amount = UNSET
        else:
            amount = MoneyInputRequest.from_dict(_amount)

        seconds = d.pop("seconds", UNSET)

        new_limit_request = cls(
            amount=amount,
            seconds=seconds,
        )

        new_limit_request.additional_properties = d
        return new_limit_request

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
