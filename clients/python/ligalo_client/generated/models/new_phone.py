from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="NewPhone")


@_attrs_define
class NewPhone:
    """
    Attributes:
        phone (str): With its country code, such as +57 300 123 4567; empty to remove it.
    """

    phone: str

    def to_dict(self) -> dict[str, Any]:
        phone = self.phone

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "phone": phone,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        phone = d.pop("phone")

        new_phone = cls(
            phone=phone,
        )

        return new_phone
