from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar
from uuid import UUID

from attrs import define as _attrs_define

T = TypeVar("T", bound="ShoeChange")


@_attrs_define
class ShoeChange:
    """
    Attributes:
        shoe (UUID): Id of the present shoe.
    """

    shoe: UUID

    def to_dict(self) -> dict[str, Any]:
        shoe = str(self.shoe)

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "shoe": shoe,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        shoe = UUID(d.pop("shoe"))

        shoe_change = cls(
            shoe=shoe,
        )

        return shoe_change
