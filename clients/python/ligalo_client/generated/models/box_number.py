from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="BoxNumber")


@_attrs_define
class BoxNumber:
    """
    Attributes:
        box (int):
    """

    box: int

    def to_dict(self) -> dict[str, Any]:
        box = self.box

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "box": box,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        box = d.pop("box")

        box_number = cls(
            box=box,
        )

        return box_number
