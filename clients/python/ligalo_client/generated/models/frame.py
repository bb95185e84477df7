from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.frame_kind_enum import FrameKindEnum

if TYPE_CHECKING:
    from ..models.felt import Felt


T = TypeVar("T", bound="Frame")


@_attrs_define
class Frame:
    """
    Attributes:
        action (None | str):
        box (int): Box that got the card; 0 for the dealer.
        by_house (bool | None):
        card (str): The card drawn, if any.
        felt (Felt):
        hand (int):
        kind (FrameKindEnum):
        number (int):
        step (int | None):
    """

    action: None | str
    box: int
    by_house: bool | None
    card: str
    felt: Felt
    hand: int
    kind: FrameKindEnum
    number: int
    step: int | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        action: None | str
        action = self.action

        box = self.box

        by_house: bool | None
        by_house = self.by_house

        card = self.card

        felt = self.felt.to_dict()

        hand = self.hand

        kind = self.kind.value

        number = self.number

        step: int | None
        step = self.step

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "action": action,
                "box": box,
                "by_house": by_house,
                "card": card,
                "felt": felt,
                "hand": hand,
                "kind": kind,
                "number": number,
                "step": step,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.felt import Felt  # noqa: PLC0415

        d = dict(src_dict)

        def _parse_action(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        action = _parse_action(d.pop("action"))

        box = d.pop("box")

        def _parse_by_house(data: object) -> bool | None:
            if data is None:
                return data
            return cast(bool | None, data)

        by_house = _parse_by_house(d.pop("by_house"))

        card = d.pop("card")

        felt = Felt.from_dict(d.pop("felt"))

        hand = d.pop("hand")

        kind = FrameKindEnum(d.pop("kind"))

        number = d.pop("number")

        def _parse_step(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        step = _parse_step(d.pop("step"))

        frame = cls(
            action=action,
            box=box,
            by_house=by_house,
            card=card,
            felt=felt,
            hand=hand,
            kind=kind,
            number=number,
            step=step,
        )

        frame.additional_properties = d
        return frame

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
