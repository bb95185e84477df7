from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="OpeningBodyRequest")


@_attrs_define
class OpeningBodyRequest:
    """
    Attributes:
        seals_hash (str): Hash of the list that the table shows.
        seat_seed (str): The seed that was sealed.
    """

    seals_hash: str
    seat_seed: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        seals_hash = self.seals_hash

        seat_seed = self.seat_seed

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "seals_hash": seals_hash,
                "seat_seed": seat_seed,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        seals_hash = d.pop("seals_hash")

        seat_seed = d.pop("seat_seed")

        opening_body_request = cls(
            seals_hash=seals_hash,
            seat_seed=seat_seed,
        )

        opening_body_request.additional_properties = d
        return opening_body_request

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
