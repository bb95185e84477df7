from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.residence import Residence


T = TypeVar("T", bound="AddressPosition")


@_attrs_define
class AddressPosition:
    """
    Attributes:
        address (None | Residence):
        is_required (bool):
    """

    address: None | Residence
    is_required: bool
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.residence import Residence  # noqa: PLC0415

        address: dict[str, Any] | None
        if isinstance(self.address, Residence):
            address = self.address.to_dict()
        else:
            address = self.address

        is_required = self.is_required

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "address": address,
                "is_required": is_required,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.residence import Residence  # noqa: PLC0415

        d = dict(src_dict)

        def _parse_address(data: object) -> None | Residence:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                address_type_0 = Residence.from_dict(data)

                return address_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Residence, data)

        address = _parse_address(d.pop("address"))

        is_required = d.pop("is_required")

        address_position = cls(
            address=address,
            is_required=is_required,
        )

        address_position.additional_properties = d
        return address_position

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
