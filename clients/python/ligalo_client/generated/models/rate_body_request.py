from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.foreign_currency import ForeignCurrency

T = TypeVar("T", bound="RateBodyRequest")


@_attrs_define
class RateBodyRequest:
    """
    Attributes:
        as_of (datetime.datetime): Time of the rate.
        currency (ForeignCurrency):
        rate (str): US dollars for one unit, a decimal in quotes with a point.
        source (str):
    """

    as_of: datetime.datetime
    currency: ForeignCurrency
    rate: str
    source: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        as_of = self.as_of.isoformat()

        currency = self.currency.value

        rate = self.rate

        source = self.source

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "as_of": as_of,
                "currency": currency,
                "rate": rate,
                "source": source,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        as_of = datetime.datetime.fromisoformat(d.pop("as_of"))

        currency = ForeignCurrency(d.pop("currency"))

        rate = d.pop("rate")

        source = d.pop("source")

        rate_body_request = cls(
            as_of=as_of,
            currency=currency,
            rate=rate,
            source=source,
        )

        rate_body_request.additional_properties = d
        return rate_body_request

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
