from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.money import Money


T = TypeVar("T", bound="Total")


@_attrs_define
class Total:
    """
    Attributes:
        amount (Money):
        left_out (list[str]): Currencies without a rate.
        rates_as_of (datetime.datetime | None):
    """

    amount: Money
    left_out: list[str]
    rates_as_of: datetime.datetime | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        amount = self.amount.to_dict()

        left_out = self.left_out

        rates_as_of: None | str
        if isinstance(self.rates_as_of, datetime.datetime):
            rates_as_of = self.rates_as_of.isoformat()
        else:
            rates_as_of = self.rates_as_of

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "amount": amount,
                "left_out": left_out,
                "rates_as_of": rates_as_of,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.money import Money  # noqa: PLC0415

        d = dict(src_dict)
        amount = Money.from_dict(d.pop("amount"))

        left_out = cast(list[str], d.pop("left_out"))

        def _parse_rates_as_of(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                rates_as_of_type_0 = datetime.datetime.fromisoformat(data)

                return rates_as_of_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        rates_as_of = _parse_rates_as_of(d.pop("rates_as_of"))

        total = cls(
            amount=amount,
            left_out=left_out,
            rates_as_of=rates_as_of,
        )

        total.additional_properties = d
        return total

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
