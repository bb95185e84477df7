from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="SitOut")


@_attrs_define
class SitOut:
    """
    Attributes:
        out (bool): True to sit out, false to play again.
    """

    out: bool

    def to_dict(self) -> dict[str, Any]:
        out = self.out

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "out": out,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        out = d.pop("out")

        sit_out = cls(
            out=out,
        )

        return sit_out
