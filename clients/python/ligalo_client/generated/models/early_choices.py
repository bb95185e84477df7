from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar
from uuid import UUID

from attrs import define as _attrs_define

from ..models.early_action import EarlyAction
from ..types import UNSET, Unset

T = TypeVar("T", bound="EarlyChoices")


@_attrs_define
class EarlyChoices:
    """
    Attributes:
        box (int):
        round_ (UUID):
        action (EarlyAction | Unset):
    """

    box: int
    round_: UUID
    action: EarlyAction | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        box = self.box

        round_ = str(self.round_)

        action: str | Unset = UNSET
        if not isinstance(self.action, Unset):
            action = self.action.value

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "box": box,
                "round": round_,
            }
        )
        if action is not UNSET:
            field_dict["action"] = action

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        box = d.pop("box")

        round_ = UUID(d.pop("round"))

        _action = d.pop("action", UNSET)
        action: EarlyAction | Unset
        if isinstance(_action, Unset):
            action = UNSET
        else:
            action = EarlyAction(_action)

        early_choices = cls(
            box=box,
            round_=round_,
            action=action,
        )

        return early_choices
