from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.case_record import CaseRecord
    from ..models.flag_record import FlagRecord


T = TypeVar("T", bound="CaseDetail")


@_attrs_define
class CaseDetail:
    """
    Attributes:
        case (CaseRecord):
        flags (list[FlagRecord]):
    """

    case: CaseRecord
    flags: list[FlagRecord]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        case = self.case.to_dict()

        flags = []
        for flags_item_data in self.flags:
            flags_item = flags_item_data.to_dict()
            flags.append(flags_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "case": case,
                "flags": flags,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.case_record import CaseRecord  # noqa: PLC0415
        from ..models.flag_record import FlagRecord  # noqa: PLC0415

        d = dict(src_dict)
        case = CaseRecord.from_dict(d.pop("case"))

        flags = []
        _flags = d.pop("flags")
        for flags_item_data in _flags:
            flags_item = FlagRecord.from_dict(flags_item_data)

            flags.append(flags_item)

        case_detail = cls(
            case=case,
            flags=flags,
        )

        case_detail.additional_properties = d
        return case_detail

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
