from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="OwnClosedShoe")


@_attrs_define
class OwnClosedShoe:
    """
    Attributes:
        closed_at (datetime.datetime):
        id (UUID):
        rounds (int):
    """

    closed_at: datetime.datetime
    id: UUID
    rounds: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        closed_at = self.closed_at.isoformat()

        id = str(self.id)

        rounds = self.rounds

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "closed_at": closed_at,
                "id": id,
                "rounds": rounds,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        closed_at = datetime.datetime.fromisoformat(d.pop("closed_at"))

        id = UUID(d.pop("id"))

        rounds = d.pop("rounds")

        own_closed_shoe = cls(
            closed_at=closed_at,
            id=id,
            rounds=rounds,
        )

        own_closed_shoe.additional_properties = d
        return own_closed_shoe

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
