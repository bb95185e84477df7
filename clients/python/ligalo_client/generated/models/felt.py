from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.box import Box
    from ..models.dealer import Dealer
    from ..models.turn import Turn


T = TypeVar("T", bound="Felt")


@_attrs_define
class Felt:
    """
    Attributes:
        boxes (list[Box]):
        dealer (Dealer):
        face_down (bool): True if a hole card lies face down.
        turn (None | Turn):
    """

    boxes: list[Box]
    dealer: Dealer
    face_down: bool
    turn: None | Turn
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.turn import Turn  # noqa: PLC0415

        boxes = []
        for boxes_item_data in self.boxes:
            boxes_item = boxes_item_data.to_dict()
            boxes.append(boxes_item)

        dealer = self.dealer.to_dict()

        face_down = self.face_down

        turn: dict[str, Any] | None
        if isinstance(self.turn, Turn):
            turn = self.turn.to_dict()
        else:
            turn = self.turn

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "boxes": boxes,
                "dealer": dealer,
                "face_down": face_down,
                "turn": turn,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.box import Box  # noqa: PLC0415
        from ..models.dealer import Dealer  # noqa: PLC0415
        from ..models.turn import Turn  # noqa: PLC0415

        d = dict(src_dict)
        boxes = []
        _boxes = d.pop("boxes")
        for boxes_item_data in _boxes:
            boxes_item = Box.from_dict(boxes_item_data)

            boxes.append(boxes_item)

        dealer = Dealer.from_dict(d.pop("dealer"))

        face_down = d.pop("face_down")

        def _parse_turn(data: object) -> None | Turn:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                turn_type_0 = Turn.from_dict(data)

                return turn_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Turn, data)

        turn = _parse_turn(d.pop("turn"))

        felt = cls(
            boxes=boxes,
            dealer=dealer,
            face_down=face_down,
            turn=turn,
        )

        felt.additional_properties = d
        return felt

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
