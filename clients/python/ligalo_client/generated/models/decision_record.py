from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="DecisionRecord")


@_attrs_define
class DecisionRecord:
    """
    Attributes:
        action (str):
        by_house (bool):
        made_at (datetime.datetime):
        own (bool): Whether this player made it.
        step (int):
    """

    action: str
    by_house: bool
    made_at: datetime.datetime
    own: bool
    step: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        action = self.action

        by_house = self.by_house

        made_at = self.made_at.isoformat()

        own = self.own

        step = self.step

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "action": action,
                "by_house": by_house,
                "made_at": made_at,
                "own": own,
                "step": step,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        action = d.pop("action")

        by_house = d.pop("by_house")

        made_at = datetime.datetime.fromisoformat(d.pop("made_at"))

        own = d.pop("own")

        step = d.pop("step")

        decision_record = cls(
            action=action,
            by_house=by_house,
            made_at=made_at,
            own=own,
            step=step,
        )

        decision_record.additional_properties = d
        return decision_record

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
