from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.money_input_request import MoneyInputRequest


T = TypeVar("T", bound="NewRedemptionRequest")


@_attrs_define
class NewRedemptionRequest:
    """
    Attributes:
        amount (MoneyInputRequest):
        points (int):
    """

    amount: MoneyInputRequest
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
        from ..models.money_input_request import MoneyInputRequest  # noqa: PLC0415

        d = dict(src_dict)
        amount = MoneyInputRequest.from_dict(d.pop("amount"))

        points = d.pop("points")

        new_redemption_request = cls(
            amount=amount,
            points=points,
        )

        return new_redemption_request
