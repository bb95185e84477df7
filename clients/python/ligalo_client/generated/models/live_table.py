from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.own_part import OwnPart
    from ..models.public_table import PublicTable


T = TypeVar("T", bound="LiveTable")


@_attrs_define
class LiveTable:
    """
    Attributes:
        own (OwnPart):
        public (PublicTable):
    """

    own: OwnPart
    public: PublicTable
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        own = self.own.to_dict()

        public = self.public.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "own": own,
                "public": public,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.own_part import OwnPart  # noqa: PLC0415
        from ..models.public_table import PublicTable  # noqa: PLC0415

        d = dict(src_dict)
        own = OwnPart.from_dict(d.pop("own"))

        public = PublicTable.from_dict(d.pop("public"))

        live_table = cls(
            own=own,
            public=public,
        )

        live_table.additional_properties = d
        return live_table

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
