from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="AcceptedOffer")


@_attrs_define
class AcceptedOffer:
    """
    Attributes:
        offer (str):
    """

    offer: str

    def to_dict(self) -> dict[str, Any]:
        offer = self.offer

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "offer": offer,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        offer = d.pop("offer")

        accepted_offer = cls(
            offer=offer,
        )

        return accepted_offer
