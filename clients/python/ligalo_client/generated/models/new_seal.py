from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="NewSeal")


@_attrs_define
class NewSeal:
    """
    Attributes:
        seal (str):
    """

    seal: str

    def to_dict(self) -> dict[str, Any]:
        seal = self.seal

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "seal": seal,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        seal = d.pop("seal")

        new_seal = cls(
            seal=seal,
        )

        return new_seal
