from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="Residence")


@_attrs_define
class Residence:
    """
    Attributes:
        city (str):
        country (str): ISO 3166-1 code of two letters.
        postal_code (str): Empty where there is none.
        region (str): State, province or department, in free text.
        street (str):
        verified (bool): Whether staff have seen a proof.
    """

    city: str
    country: str
    postal_code: str
    region: str
    street: str
    verified: bool
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        city = self.city

        country = self.country

        postal_code = self.postal_code

        region = self.region

        street = self.street

        verified = self.verified

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "city": city,
                "country": country,
                "postal_code": postal_code,
                "region": region,
                "street": street,
                "verified": verified,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        city = d.pop("city")

        country = d.pop("country")

        postal_code = d.pop("postal_code")

        region = d.pop("region")

        street = d.pop("street")

        verified = d.pop("verified")

        residence = cls(
            city=city,
            country=country,
            postal_code=postal_code,
            region=region,
            street=street,
            verified=verified,
        )

        residence.additional_properties = d
        return residence

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
