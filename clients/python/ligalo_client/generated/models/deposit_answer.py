from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

from ..models.accepted_enum import AcceptedEnum

T = TypeVar("T", bound="DepositAnswer")


@_attrs_define
class DepositAnswer:
    """
    Attributes:
        accepted (AcceptedEnum):
    """

    accepted: AcceptedEnum

    def to_dict(self) -> dict[str, Any]:
        accepted = self.accepted.value

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "accepted": accepted,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        accepted = AcceptedEnum(d.pop("accepted"))

        deposit_answer = cls(
            accepted=accepted,
        )

        return deposit_answer
