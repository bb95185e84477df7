from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.money_input import MoneyInput


T = TypeVar("T", bound="NewLimit")


@_attrs_define
class NewLimit:
    """
    Attributes:
        amount (MoneyInput | Unset):
        seconds (int | Unset):
    """

    amount: MoneyInput | Unset = UNSET
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
        from ..models.money_input import MoneyInput  # noqa: PLC0415

        d = dict(src_dict)
        _amount = d.pop("amount", UNSET)
        amount: MoneyInput | Unset
        if isinstance(_amount, Unset):
            amount = UNSET
        else:
            amount = MoneyInput.from_dict(_amount)

        seconds = d.pop("seconds", UNSET)

        new_limit = cls(
            amount=amount,
            seconds=seconds,
        )

        return new_limit
