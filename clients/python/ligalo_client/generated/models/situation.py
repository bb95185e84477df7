from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="Situation")


@_attrs_define
class Situation:
    """
    Attributes:
        box (int):
        cards (list[str]):
        hand (int):
        total (int):
        upcard (str):
    """

    box: int
    cards: list[str]
    hand: int
    total: int
    upcard: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        box = self.box

        cards = self.cards

        hand = self.hand

        total = self.total

        upcard = self.upcard

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "box": box,
                "cards": cards,
                "hand": hand,
                "total": total,
                "upcard": upcard,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        box = d.pop("box")

        cards = cast(list[str], d.pop("cards"))

        hand = d.pop("hand")

        total = d.pop("total")

        upcard = d.pop("upcard")

        situation = cls(
            box=box,
            cards=cards,
            hand=hand,
            total=total,
            upcard=upcard,
        )

        situation.additional_properties = d
        return situation

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
