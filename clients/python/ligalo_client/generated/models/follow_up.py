from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar
from uuid import UUID

from attrs import define as _attrs_define

from ..models.follow_up_kind import FollowUpKind
from ..types import UNSET, Unset

T = TypeVar("T", bound="FollowUp")


@_attrs_define
class FollowUp:
    """
    Attributes:
        kind (FollowUpKind):
        hands (list[UUID] | Unset): Only these hands of the case; left out: all that are possible.
    """

    kind: FollowUpKind
    hands: list[UUID] | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        kind = self.kind.value

        hands: list[str] | Unset = UNSET
        if not isinstance(self.hands, Unset):
            hands = []
            for hands_item_data in self.hands:
                hands_item = str(hands_item_data)
                hands.append(hands_item)

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "kind": kind,
            }
        )
        if hands is not UNSET:
            field_dict["hands"] = hands

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        kind = FollowUpKind(d.pop("kind"))

        _hands = d.pop("hands", UNSET)
        hands: list[UUID] | Unset = UNSET
        if _hands is not UNSET:
            hands = []
            for hands_item_data in _hands:
                hands_item = UUID(hands_item_data)

                hands.append(hands_item)

        follow_up = cls(
            kind=kind,
            hands=hands,
        )

        return follow_up
