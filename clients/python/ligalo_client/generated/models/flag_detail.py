from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.flag_record import FlagRecord


T = TypeVar("T", bound="FlagDetail")


@_attrs_define
class FlagDetail:
    """
    Attributes:
        flag (FlagRecord):
        rounds (list[UUID]):
    """

    flag: FlagRecord
    rounds: list[UUID]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        flag = self.flag.to_dict()

        rounds = []
        for rounds_item_data in self.rounds:
            rounds_item = str(rounds_item_data)
            rounds.append(rounds_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "flag": flag,
                "rounds": rounds,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.flag_record import FlagRecord  # noqa: PLC0415

        d = dict(src_dict)
        flag = FlagRecord.from_dict(d.pop("flag"))

        rounds = []
        _rounds = d.pop("rounds")
        for rounds_item_data in _rounds:
            rounds_item = UUID(rounds_item_data)

            rounds.append(rounds_item)

        flag_detail = cls(
            flag=flag,
            rounds=rounds,
        )

        flag_detail.additional_properties = d
        return flag_detail

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
