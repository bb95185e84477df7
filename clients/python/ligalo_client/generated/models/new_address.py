from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="NewAddress")


@_attrs_define
class NewAddress:
    """
    Attributes:
        city (str):
        country (str): ISO 3166-1 code of two letters: that of the account.
        region (str):
        street (str):
        postal_code (str | Unset):  Default: ''.
    """

    city: str
    country: str
    region: str
    street: str
    postal_code: str | Unset = ""

    def to_dict(self) -> dict[str, Any]:
        city = self.city

        country = self.country

        region = self.region

        street = self.street

        postal_code = self.postal_code

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "city": city,
                "country": country,
                "region": region,
                "street": street,
            }
        )
        if postal_code is not UNSET:
            field_dict["postal_code"] = postal_code

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        city = d.pop("city")

        country = d.pop("country")

        region = d.pop("region")

        street = d.pop("street")

        postal_code = d.pop("postal_code", UNSET)

        new_address = cls(
            city=city,
            country=country,
            region=region,
            street=street,
            postal_code=postal_code,
        )

        return new_address
