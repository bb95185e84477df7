from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="Interval")


@_attrs_define
class Interval:
    """
    Attributes:
        minutes (int): One of `offered_minutes`.
    """

    minutes: int

    def to_dict(self) -> dict[str, Any]:
        minutes = self.minutes

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "minutes": minutes,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        minutes = d.pop("minutes")

        interval = cls(
            minutes=minutes,
        )

        return interval
