from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="TimeOut")


@_attrs_define
class TimeOut:
    """
    Attributes:
        days (int):
        password (str | Unset):
    """

    days: int
    password: str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        days = self.days

        password = self.password

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "days": days,
            }
        )
        if password is not UNSET:
            field_dict["password"] = password

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        days = d.pop("days")

        password = d.pop("password", UNSET)

        time_out = cls(
            days=days,
            password=password,
        )

        return time_out
