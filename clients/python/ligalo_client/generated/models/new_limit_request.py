from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

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

    def to_dict(self) -> dict[str, Any]:
        amount: dict[str, Any] | Unset = UNSET
        if not isinstance(self.amount, Unset):
            amount = self.amount.to_dict()

        seconds = self.seconds

        field_dict: dict[str, Any] = {}

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

        return new_limit_request
