from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="Pace")


@_attrs_define
class Pace:
    """
    Attributes:
        hands_per_day (int):
        hands_per_minute (int):
        min_seconds_between_rounds (int):
    """

    hands_per_day: int
    hands_per_minute: int
    min_seconds_between_rounds: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        hands_per_day = self.hands_per_day

        hands_per_minute = self.hands_per_minute

        min_seconds_between_rounds = self.min_seconds_between_rounds

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "hands_per_day": hands_per_day,
                "hands_per_minute": hands_per_minute,
                "min_seconds_between_rounds": min_seconds_between_rounds,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        hands_per_day = d.pop("hands_per_day")

        hands_per_minute = d.pop("hands_per_minute")

        min_seconds_between_rounds = d.pop("min_seconds_between_rounds")

        pace = cls(
            hands_per_day=hands_per_day,
            hands_per_minute=hands_per_minute,
            min_seconds_between_rounds=min_seconds_between_rounds,
        )

        pace.additional_properties = d
        return pace

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
