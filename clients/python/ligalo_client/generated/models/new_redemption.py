from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.money_input import MoneyInput


T = TypeVar("T", bound="NewRedemption")


@_attrs_define
class NewRedemption:
    """
    Attributes:
        amount (MoneyInput):
        points (int):
    """

    amount: MoneyInput
    points: int

    def to_dict(self) -> dict[str, Any]:
        amount = self.amount.to_dict()

        points = self.points

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "amount": amount,
                "points": points,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.money_input import MoneyInput  # noqa: PLC0415

        d = dict(src_dict)
        amount = MoneyInput.from_dict(d.pop("amount"))

        points = d.pop("points")

        new_redemption = cls(
            amount=amount,
            points=points,
        )

        return new_redemption
