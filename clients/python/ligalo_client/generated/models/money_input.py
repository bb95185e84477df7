from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

from ..models.currency import Currency

T = TypeVar("T", bound="MoneyInput")


@_attrs_define
class MoneyInput:
    """
    Attributes:
        amount (str): A decimal in quotes, with a point and without a thousands separator.
        currency (Currency):
    """

    amount: str
    currency: Currency

    def to_dict(self) -> dict[str, Any]:
        amount = self.amount

        currency = self.currency.value

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "amount": amount,
                "currency": currency,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        amount = d.pop("amount")

        currency = Currency(d.pop("currency"))

        money_input = cls(
            amount=amount,
            currency=currency,
        )

        return money_input
